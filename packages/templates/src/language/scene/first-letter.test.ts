import assert from "node:assert/strict";
import type { SceneNode } from "../../scene/index.ts";
import { compileTemplate } from "../compile-template.ts";

const css = "p::first-letter, section::first-letter { font-weight: 800 } .a { display: flex }";

/** The texts of a card, those of first letters in brackets. */
function textsOf(body: string): string {
  const { template, problems } = compileTemplate({
    template: { id: "card", name: "Card", fields: {} },
    html: `<style>${css}</style><main>${body}</main>`,
    assets: {},
  });
  assert.ok(template, JSON.stringify(problems));
  const textOf = (node: SceneNode): string => {
    if (node.kind === "text") return node.text;
    const inner = node.kind === "element" ? node.children.map(textOf).join("") : "";
    return node.path.endsWith("::first-letter") ? `[${inner}]` : inner;
  };
  return textOf(template.scene({}, { width: 100, height: 100 }).root);
}

describe("::first-letter", () => {
  const cases: [title: string, body: string, texts: string][] = [
    ["includes marks and punctuation around the letter", "<p> “e\u0301” a</p>", " [“e\u0301”] a"],
    ["includes dashes and spaces before the letter, as in Chromium", "<p>— « a»—b</p>", "[— « a»]—b"],
    ["is in the inline element that starts with it", "<p><b>ab</b>c</p>", "[a]bc"],
    ["is in the first block with text, once", "<section><i></i><div>ab</div><div>c</div></section>", "[a]bc"],
    ["belongs to the innermost block", "<section><p>ab</p>c</section>", "[a]bc"],
    ["does not follow an image or a line break", "<p><br>ab</p>", "ab"],
    ["does not belong to flex containers", '<p class="a">ab</p>', "ab"],
  ];
  for (const [title, body, texts] of cases) {
    it(`the letter ${title}`, () => assert.equal(textsOf(body), texts));
  }
});
