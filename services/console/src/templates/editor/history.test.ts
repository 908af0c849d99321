import assert from "node:assert/strict";
import { createHistory } from "./history.ts";

const draft = (html: string) => ({ json: "{}", html, assets: {} });

describe("the history of a draft", () => {
  it("restores what was before a step, and the step again", () => {
    const history = createHistory();
    const can = () => [history.canUndo.value, history.canRedo.value];
    assert.deepEqual(can(), [false, false]);
    history.record(draft("a"));
    history.record(draft("b"));
    assert.deepEqual(can(), [true, false]);
    assert.equal(history.undo(draft("c"))?.html, "b");
    assert.equal(history.undo(draft("b"))?.html, "a");
    assert.equal(history.undo(draft("a")), undefined);
    assert.deepEqual(can(), [false, true]);
    assert.equal(history.redo(draft("a"))?.html, "b");
    history.record(draft("b"));
    assert.equal(history.redo(draft("x")), undefined);
  });

  it("undoes what was typed without a pause in one file as one step, and anything else by itself", () => {
    let time = 0;
    const history = createHistory(() => time);
    history.record(draft(""), "html");
    history.record(draft("a"), "html");
    time = 600;
    history.record(draft("ab"), "html");
    history.record(draft("abc"), "json");
    history.record(draft("abcd"));
    history.record(draft("abcde"), "html");
    const undone = ["abcdef", "abcde", "abcd", "abc", "ab"].map((text) => history.undo(draft(text))?.html);
    assert.deepEqual(undone, ["abcde", "abcd", "abc", "ab", ""]);
  });
});
