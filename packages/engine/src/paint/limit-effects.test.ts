import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import type { Style } from "@placard/templates/scene";
import { createEngine } from "../engine.ts";
import { noImages, placed } from "../testing/example-tree.ts";
import type { DisplayItem } from "./commands.ts";
import { createDisplayList } from "./display-list.ts";
import { limitEffects } from "./limit-effects.ts";

const card = { width: 2048, height: 2048 };
const full = [0, 0, card.width, card.height] as const;

function limitOf(count: number, style: Partial<Style>, inside: readonly Partial<Style>[] = []) {
  const boxes = Array.from({ length: count }, () =>
    placed(
      full,
      style,
      inside.map((each) => placed(full, each)),
    ),
  );
  return limitEffects(createDisplayList(placed(full, {}, boxes), noImages), card);
}

const { background } = styleOf("main { background: radial-gradient(circle at 10px 30px, red, blue) }");
const gradient = { background };
const shadow = { x: 9, y: 0, blur: 64, spread: 5, color: "#ff00ff" };

/** The computed style of the root element of a card. */
function styleOf(css: string): Style {
  const document = { template: { id: "card", name: "Card", fields: {} }, assets: {} };
  const compiled = compileTemplate({ ...document, html: `<style>${css}</style><main></main>` });
  return compiled.template!.scene({}, card).root.style;
}

const countOf = (items: readonly DisplayItem[]): number =>
  items.reduce((sum, item) => sum + (item.kind === "group" ? countOf(item.items) : 1), 0);

describe("the limit of the effects of a card", () => {
  it("leaves out gradients beyond 15 of 2048×2048 pixels, and none of a card of usual size", () => {
    assert.equal(limitOf(15, gradient).omitted, 0);
    const { items, omitted } = limitOf(200, gradient);
    assert.ok(omitted >= 160, `${omitted} omitted`);
    assert.equal(countOf(items), 200 - omitted);
    const usual = Array.from({ length: 75 }, () => placed([0, 0, 1200, 630], gradient));
    const list = createDisplayList(placed([0, 0, 1200, 630], {}, usual), noImages);
    assert.equal(limitEffects(list, { width: 1200, height: 630 }).omitted, 0);
  });

  it("leaves out most of 1,600 shadows of 100 boxes, and keeps the boxes", () => {
    const boxShadow = Array.from({ length: 16 }, () => shadow);
    const { items, omitted } = limitOf(100, { boxShadow, backgroundColor: "#00ff00" });
    assert.ok(omitted > 1_400, `${omitted} omitted`);
    assert.equal(countOf(items), 1_700 - omitted);
  });

  it("makes the boxes of groups translucent one by one beyond 75 layers", () => {
    const inside = [{ backgroundColor: "#ff0000" }, { backgroundColor: "#00ff00" }];
    assert.equal(limitOf(75, { opacity: 0.9 }, inside).omitted, 0);
    const { items, omitted } = limitOf(200, { opacity: 0.9 }, inside);
    assert.ok(omitted > 0);
    assert.equal(countOf(items), 400);
    assert.equal(items.length, 200 + omitted);
  });

  it("leaves out filters, backdrops and masked content beyond 1 s, and the rest of what is nested deeper", () => {
    const limited = (css: string, count: number) => {
      const { layer, background: mask } = styleOf(`main { background: red; ${css} }`);
      const inside = [{ backgroundColor: "#ff0000" }, { backgroundColor: "#00ff00" }];
      return limitOf(count, { layer, background: mask }, inside);
    };
    for (const css of ["filter: blur(40px)", "backdrop-filter: blur(9px)", "mix-blend-mode: hue"]) {
      assert.equal(limited(css, 3).omitted, 0);
      const { items, omitted, work } = limited(css, 100);
      assert.ok(omitted > 40 && work <= 1_000_000_000, `${css}: ${omitted} omitted`);
      assert.equal(countOf(items), 200);
    }
    const masked = limited("mask: linear-gradient(#000, transparent)", 100);
    assert.equal(
      countOf(masked.items),
      2 * (100 - masked.items.length) + 2 * (2 * masked.items.length - 100),
    );
    const filtered = styleOf("main { filter: invert(1) }");
    let box = placed([0, 0, 100, 100], { backgroundColor: "#ff0000" });
    for (let depth = 0; depth < 9; depth++) box = placed([0, 0, 100, 100], { layer: filtered.layer }, [box]);
    const nested = limitEffects(createDisplayList(box, noImages), card);
    assert.deepEqual([nested.omitted, countOf(nested.items)], [5, 1]);
  });

  it("counts what is blurred around the boxes of inset shadows", () => {
    const boxShadow = [{ ...shadow, isInset: true as const }];
    const boxes = Array.from({ length: 2_000 }, () => placed([900, 900, 1, 1], { boxShadow }));
    const { omitted } = limitEffects(createDisplayList(placed(full, {}, boxes), noImages), card);
    assert.ok(omitted > 400, `${omitted} omitted`);
  });

  it("counts blurred shadows, however small they are", () => {
    const boxes = Array.from({ length: 10_000 }, () =>
      placed([0, 0, 1, 1], { boxShadow: [{ ...shadow, blur: 1, spread: 0 }] }),
    );
    const list = createDisplayList(placed(full, {}, boxes), noImages);
    assert.ok(limitEffects(list, card).omitted > 0);
  });

  it("counts the colors of small gradients", () => {
    const boxes = Array.from({ length: 6_000 }, () => placed([0, 0, 1, 1], gradient));
    const list = createDisplayList(placed(full, {}, boxes), noImages);
    assert.ok(limitEffects(list, card).omitted > 0);
  });

  it("counts the colors that are not mixed in sRGB", () => {
    const mixed = styleOf("main { background: linear-gradient(in oklch, red, lime, blue, white) }");
    const boxes = Array.from({ length: 700 }, () => placed([0, 0, 1, 1], { background: mixed.background }));
    const list = createDisplayList(placed(full, {}, boxes), noImages);
    assert.ok(limitEffects(list, card).omitted > 0);
  });

  it("is named by a warning about the image", async () => {
    const css = `p { width: 100px; height: 40px; box-shadow: ${Array(16).fill("0 0 64px red").join(", ")} }`;
    const html = `<style>${css}</style><main>${"<p></p>".repeat(90)}</main>`;
    const document = { template: { id: "card", name: "Card", fields: {} }, html, assets: {} };
    const { template: compiled } = compileTemplate(document);
    const { warnings } = await createEngine().render(compiled!, { ...card, data: {} });
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["effects_omitted"],
    );
    assert.match(
      warnings[0]!.message,
      /^\d+ gradients, shadows or layers were left out.+1,000,000,000 steps/,
    );
  });
});
