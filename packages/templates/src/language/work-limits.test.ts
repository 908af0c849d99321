import assert from "node:assert/strict";
import { nearestName } from "@placard/contracts/nearest-name";
import type { TemplateDocument } from "../document.ts";
import { compileTemplate } from "./compile-template.ts";
import { parseComponentValues } from "./css/component-values.ts";
import { SelectorMatcher, type SelectableElement } from "./css/match-selector.ts";
import { parseSelectors } from "./css/selector.ts";
import { limits } from "./limits.ts";
import { ProblemList } from "./problem-list.ts";

const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join("");

function compile(html: string) {
  const lists = { type: "array", maxItems: 12, items: "string" };
  const fields = { title: "string", rows: lists, columns: lists };
  const template = { id: "card", name: "Card", fields };
  const document: TemplateDocument = { template, html, assets: {} };
  return compileTemplate(document);
}

const fail = (_: number, message: string) => assert.fail(message);

const nest = (parent: SelectableElement | undefined, tag: string): SelectableElement => ({
  ...{ tag, parent, siblings: [], index: 0, hasClass: () => false, attribute: () => undefined },
  ...{ isEmpty: () => true, children: () => [], direction: undefined, uncertain: undefined },
});

describe("the work that a template document causes", () => {
  it("ends at the limit of comparisons of selectors with elements, which is named", () => {
    const rules = repeat(590, (k) => `div div div div div div div > :not(.a) :nth-child(n+${k}) {}`);
    const content = `${"<div>".repeat(14)}${"<p></p>".repeat(180)}${"</div>".repeat(14)}`;
    const { template, problems } = compile(`<style>${rules}</style><main>${content}</main>`);
    assert.equal(template, undefined);
    assert.ok(problems.some(({ message }) => message.includes(`${limits.matchSteps} steps`)));
  });

  it("has room for the most selectors and elements", () => {
    const rules = repeat(limits.selectors, (index) => `.c${index % 399} { color: red }`);
    const content = repeat(limits.elements - 1, (index) => `<p class="c${index}"></p>`);
    const { template, problems } = compile(`<style>${rules}</style><main>${content}</main>`);
    assert.ok(template, JSON.stringify(problems));
  });

  it("counts a comparison for each ancestor, however long a selector is", () => {
    const css = ".a > div > div > div > div > div > div > div p";
    const [selector] = parseSelectors(parseComponentValues(css, fail), { css, report: fail, warn: fail });
    let element = nest(undefined, "main");
    for (let depth = 1; depth < limits.depth; depth++) element = nest(element, "div");
    const matcher = new SelectorMatcher();
    assert.equal(matcher.matches(selector!, nest(element, "p")), false);
    assert.ok(matcher.steps <= limits.depth * 9, `${matcher.steps} steps`);
  });

  it("counts the selectors of all style elements", () => {
    const style = `<style>${repeat(limits.selectors / 2 + 1, () => "p {}")}</style>`;
    const messages = (html: string) => compile(html).problems.map(({ message }) => message);
    const limit = /more than 600 selectors/u;
    assert.ok(!messages(`${style}<main><p></p></main>`).some((message) => limit.test(message)));
    assert.equal(
      messages(`${style.repeat(3)}<main><p></p></main>`).filter((each) => limit.test(each)).length,
      1,
    );
  });

  it("counts the tracks of a grid, written out or repeated", () => {
    const compiles = (tracks: string) =>
      compile(`<main style="grid-template-columns: ${tracks}"></main>`).template !== undefined;
    assert.ok(compiles("1px ".repeat(100)));
    assert.ok(compiles("repeat(100, 1px)"));
    assert.ok(!compiles("1px ".repeat(101)));
    assert.ok(!compiles("repeat(101, 1px)"));
  });

  it("compares each part of a selector with each sibling once", () => {
    const css = ".x ~ .a + .a ~ .a + .a + .a ~ .a ~ p";
    const [selector] = parseSelectors(parseComponentValues(css, fail), { css, report: fail, warn: fail });
    const siblings: SelectableElement[] = [];
    for (let index = 0; index < limits.elements; index++)
      siblings.push({ ...nest(undefined, "p"), siblings, index, hasClass: (name) => name === "a" });
    const matcher = new SelectorMatcher();
    for (const sibling of siblings) assert.equal(matcher.matches(selector!, sibling), false);
    assert.ok(matcher.steps <= limits.elements * 8, `${matcher.steps} steps`);
  });

  it("compares each selector of nested rules with an element once, however deep they are nested", () => {
    const level = repeat(40, (index) => `${index === 0 ? "" : ", "}&:not(.x${index})`);
    const css = `main ${`{ ${level} `.repeat(9)} { color: red } ${"}".repeat(9)}`;
    const { template, problems } = compile(`<style>${css}</style><main>${"<p></p>".repeat(90)}</main>`);
    assert.ok(template, JSON.stringify(problems));
    template.scene({}, { width: 1200, height: 630 });
  });

  it("counts what :has() searches through on a card", () => {
    const css = (count: number) => repeat(count, (k) => `:has(p:nth-child(${k + 99})) { top: ${k}px } `);
    const html = (count: number) =>
      `<style>${css(count)}</style><main>{{title}}<div each="x of rows"><b each="y of columns"><i></i></b></div></main>`;
    const { template, problems } = compile(html(8));
    assert.ok(template, JSON.stringify(problems));
    const rows = Array.from({ length: 8 }, () => "a");
    template.scene({ rows, columns: rows }, { width: 1200, height: 630 });
    assert.match(JSON.stringify(compile(html(100)).problems), /steps/);
  });

  it("counts the styles of repeated elements for each repetition", () => {
    const rule = `b { ${"margin: 1px; ".repeat(90)} }`;
    const css = `${rule}${rule} b:first-child { color: red }`;
    const html = (loop: string) =>
      `<style>${css}</style><main>{{title}}<div ${loop}><i each="y of columns"><b>x</b></i></div></main>`;
    assert.ok(compile(html("")).template);
    assert.match(JSON.stringify(compile(html('each="x of rows"')).problems), /Too many declarations apply/);
  });

  it("is limited by the characters that a card can have", () => {
    const show = (count: number) => compile(`<main>${"{{title}}".repeat(count)}</main>`);
    assert.ok(show(limits.characters / 120 - 1).template);
    const { problems } = show(limits.characters / 120 + 1);
    assert.match(JSON.stringify(problems), /up to 100080 characters; the limit is 100000/);
  });

  it("rejects a selector whose lists in :not() are too long", () => {
    const list = repeat(60, (index) => `.a${index}, `);
    const { problems } = compile(`<style>p:not(${list}.b) { color: red }</style><main><p></p></main>`);
    assert.match(JSON.stringify(problems), /selector is too long/);
  });

  it("looks for suggestions only for the problems that are reported, among 500 names", () => {
    let suggestions = 0;
    const problems = new ProblemList("template.html", "x");
    for (let index = 0; index < 1000; index++)
      problems.error(0, `Problem ${index % 100}`, () => String(suggestions++));
    assert.equal(problems.problems.length, limits.problems);
    assert.equal(suggestions, limits.problems);
    const names = Array.from({ length: 501 }, (_, index) => `unrelated-${index}`);
    assert.equal(nearestName("tilte", [...names, "title"]), undefined);
    assert.equal(nearestName("tilte", [...names.slice(2), "title"]), "title");
  });

  it("reads a declaration that ends in thousands of words", () => {
    const { problems } = compile(
      `<style>p { color: red ${"!important ".repeat(5500)} }</style><main></main>`,
    );
    assert.match(JSON.stringify(problems), /at the end of the value/);
  });

  it("stops at the first problems of CSS with a problem in every token", () => {
    for (const css of ['"\n'.repeat(30_000), "/*".repeat(30_000), "a,".repeat(30_000), "(".repeat(60_000)]) {
      let reports = 0;
      parseComponentValues(css, () => reports++);
      assert.ok(reports <= limits.problems + limits.valueDepth, `${reports} of ${css.slice(0, 2)}`);
    }
  });
});
