import assert from "node:assert/strict";
import { fromJsx, type JsxNode } from "./from-jsx.ts";
import { JsxError } from "./jsx-error.ts";

const fragment = Symbol.for("react.fragment");

/** Creates an element as the JSX runtimes of React and Preact do. */
function h(type: unknown, props: Record<string, unknown> | null = null, ...children: JsxNode[]) {
  const content = children.length === 0 ? {} : { children: children.length === 1 ? children[0] : children };
  return { type, props: { ...props, ...content } };
}

function problemsOf(node: JsxNode): string[] {
  try {
    fromJsx(node);
  } catch (error) {
    assert.ok(error instanceof JsxError);
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
}

describe("fromJsx", () => {
  it("renders elements, attributes, fragments, lists and text as HTML", () => {
    const card = h(
      "main",
      { className: "card", lang: "{{language}}" },
      h("h1", { key: "a" }, "{{title}}"),
      h(fragment, null, [h("br"), 3, null, false, undefined, "a < b & c"]),
      h("img", { src: "{{photo}}", alt: 'a "b"', hidden: false }),
    );
    assert.equal(
      fromJsx(card),
      '<main class="card" lang="{{language}}"><h1>{{title}}</h1><br>3a &lt; b &amp; c<img src="{{photo}}" alt="a &quot;b&quot;"></main>\n',
    );
  });

  it("keeps the attributes of the template language", () => {
    const list = h(
      "ul",
      { if: "changes" },
      h("li", { each: "change of changes", drop: 1 }, "{{change.text}}"),
    );
    assert.equal(
      fromJsx(list),
      '<ul if="changes"><li each="change of changes" drop="1">{{change.text}}</li></ul>\n',
    );
  });

  it("writes style objects as CSS, with numbers as pixels", () => {
    const style = {
      fontSize: 64,
      lineHeight: 1.1,
      opacity: 0.5,
      margin: 0,
      backgroundColor: "red",
      WebkitLineClamp: 3,
      display: "-webkit-box",
      WebkitBoxOrient: "vertical",
      "--tint": "{{color}}",
      color: undefined,
    };
    assert.equal(
      fromJsx(h("p", { style })),
      '<p style="font-size: 64px; line-height: 1.1; opacity: 0.5; margin: 0; background-color: red; line-clamp: 3; --tint: {{color}}"></p>\n',
    );
  });

  it("calls function components, also in memo and forwardRef", () => {
    const Title = ({ text }: { text: string }) => h("h1", null, text);
    const memo = { $$typeof: Symbol.for("react.memo"), type: Title };
    const forwardRef = { $$typeof: Symbol.for("react.forward_ref"), render: Title };
    const card = h(
      "main",
      null,
      h(Title, { text: "1" }),
      h(memo, { text: "2" }),
      h(forwardRef, { text: "3" }),
    );
    assert.equal(fromJsx(card), "<main><h1>1</h1><h1>2</h1><h1>3</h1></main>\n");
  });

  it("writes SVG attributes as SVG spells them", () => {
    const icon = h(
      "svg",
      { viewBox: "0 0 8 8", strokeWidth: 2 },
      h("path", { d: "M0 0h8", fillRule: "evenodd" }),
    );
    assert.equal(
      fromJsx(icon),
      '<svg viewBox="0 0 8 8" stroke-width="2"><path d="M0 0h8" fill-rule="evenodd"></path></svg>\n',
    );
  });

  it("writes the content of style elements as it is", () => {
    const css = "main > h1 { color: red }";
    assert.equal(fromJsx(h("style", null, css)), `<style>${css}</style>\n`);
    assert.equal(
      fromJsx(h("style", { dangerouslySetInnerHTML: { __html: css } })),
      `<style>${css}</style>\n`,
    );
  });

  it("reports everything that a template can't contain, with its place", () => {
    const Hooks = () => {
      throw new Error("Invalid hook call");
    };
    const Async = async () => Promise.resolve(h("p"));
    class Old {
      render = () => h("p");
    }
    Object.assign(Old.prototype, { render: () => h("p") });
    const card = h(
      "main",
      { onClick: () => undefined, ref: {}, tw: "p-4" },
      h(Hooks),
      h(Async),
      h(Old),
      h("p", { dangerouslySetInnerHTML: { __html: "<b>" }, style: { color: {} } }),
      h(Symbol.for("react.suspense"), null, "…"),
      h({ $$typeof: Symbol.for("react.context") }),
      {} as unknown as JsxNode,
    );
    assert.deepEqual(problemsOf(card), [
      "<main>: onClick is a function",
      "<main>: ref can't be used",
      "<main>: tw (Tailwind classes) can't be used",
      "<main> › Hooks: The component failed: Invalid hook call",
      "<main> › Async: Async components can't be rendered",
      "<main>: Context providers, lazy components and portals can't be rendered",
      "<main> › <p>: style.color is not a string or a number",
      "<main> › <p>: dangerouslySetInnerHTML can't be used",
      "<main>: react.suspense can't be rendered",
      "<main>: Context providers, lazy components and portals can't be rendered",
      "<main>: An object is not an element",
    ]);
  });

  it("refuses a component that renders itself", () => {
    const Endless = (): JsxNode => h(Endless);
    assert.match(problemsOf(h(Endless))[0] ?? "", /nested more than 100 levels deep/);
  });
});
