import assert from "node:assert/strict";
import { openDesign } from "../../../testing/open-design.ts";
import { emptyPage } from "../../starter.ts";
import { insertWithField } from "./insertions.ts";

describe("the design of a template", () => {
  it("inserts with the measures of the card if it has some, so that rows and texts fit tall cards", () => {
    const { design, draft, run } = openDesign(emptyPage.html);
    insertWithField(design, "Title");
    insertWithField(design, "Label");
    run("Wrap in row");
    assert.match(
      draft.value.html,
      /<h1 [^>]*font-size: fit\(calc\(var\(--title\) \* 0\.5\), var\(--title\)\)/,
    );
    assert.match(
      draft.value.html,
      /<div style="display: flex; flex-direction: var\(--row\); gap: 5cqmin">\s*<p /,
    );
    assert.match(draft.value.html, /<p style="[^"]*font-size: fit\([^"]*var\(--label\)\)"/);
    insertWithField(design, "Text");
    // With the size of the card and, in its row, a share of the room.
    assert.match(draft.value.html, /<p style="flex: 1; min-width: 0; line-clamp: 4" if="text">/);
    const other = openDesign("<main></main>");
    insertWithField(other.design, "Text");
    assert.match(
      other.draft.value.html,
      /<p style="line-clamp: 4; font-size: fit\(max\(11px, 3.8cqmin\), max\(11px, 5cqmin\)\); overflow-wrap: anywhere" if="text">/,
    );
  });

  it("inserts a label with its field, as wide as its text in the colors of the brand, whose text is edited next", () => {
    const { design, draft } = openDesign("<main></main>");
    insertWithField(design, "Label");
    assert.equal(design.notice.value, undefined);
    assert.match(
      draft.value.html,
      /<p style="align-self: start; [^"]*background: var\(--accent\); color: var\(--on-accent\)[^"]*" if="label">\{\{label\}\}<\/p>/,
    );
    assert.match(draft.value.json, /"label"/);
    assert.equal(design.editedNext.value, "0");
  });
});
