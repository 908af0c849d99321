import assert from "node:assert/strict";
import { findElement, declarationOf } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { openDesign } from "../../../testing/open-design.ts";
import { moveTo } from "./actions.ts";
import { emptyPage } from "../../starter.ts";
import { sides } from "./style-reader.ts";
import { extendToEdges, marginsToEdges, removeEdgeMargins } from "./card-edges.ts";

const [link, square, story] = previewSizes;
const template = { id: "a", name: "A", fields: { a: { type: "string", format: "image-url" } } };

describe("A photo that is extended to the edges of the card", () => {
  const row = "display: flex; flex-direction: var(--row)";
  const html = emptyPage.html.replace(
    "</main>",
    `<div style="${row}"><p>a</p><img src="{{a}}" alt=""></div></main>`,
  );

  it("covers the paddings beside it, which differ where its row is a column, in one step", () => {
    const { design, draft } = openDesign(html, template);
    const photo = () => findElement(design.template.value, "0/1")!;
    assert.equal(extendToEdges(design, photo()), undefined);
    const margins = [link, square, story].map((size) =>
      ["margin-block", "margin-inline"].map(
        (name) => declarationOf(design.template.value, photo(), name, size)?.value,
      ),
    );
    const [top, right, bottom, left] = sides.map((side) => `calc(-1 * var(--${side}))`);
    const inColumn = [`0 ${bottom}`, `${left} ${right}`];
    assert.deepEqual(margins, [[`${top} ${bottom}`, `0 ${right}`], inColumn, inColumn]);
    assert.equal(draft.value.html.match(/@container \(aspect-ratio <= 1\.1\)/g)?.length, 2);
    assert.equal(marginsToEdges(design.template.value, photo(), link), undefined);
    assert.ok(design.run(removeEdgeMargins("0/1")));
    for (const size of [link, square, story])
      assert.equal(declarationOf(design.template.value, photo(), "margin-inline", size), undefined);
  });

  it("has no margins to edges at the sizes at which it moved", () => {
    const { design, size } = openDesign(
      `<main style="display: flex; flex-direction: column; padding: 64px"><p>a</p><p>b</p><img src="{{a}}" alt="" style="margin-block: 0 -64px; margin-inline: -64px -64px"></main>`,
      template,
    );
    size.value = square;
    const marginsAt = (at: typeof link | typeof square) =>
      ["margin-block", "margin-inline"].map(
        (name) =>
          declarationOf(design.template.value, findElement(design.template.value, "2")!, name, at)?.value,
      );
    const move = () =>
      moveTo(design, findElement(design.template.value, "2")!, design.template.value.root!, 1);
    move();
    assert.deepEqual(marginsAt(square), ["0", "0"]);
    assert.deepEqual(marginsAt(link), ["0 -64px", "-64px -64px"]);
    size.value = link;
    move();
    const photo = findElement(design.template.value, "1")!;
    assert.equal(photo.tag, "img");
    assert.equal(declarationOf(design.template.value, photo, "margin-inline", link), undefined);
  });

  it("covers paddings that differ between the sizes at which its row is a column", () => {
    const css = `<style>
  main { --row: row; display: flex; flex-direction: column; padding: 64px }
  @container (aspect-ratio <= 1.1) { main { --row: column; padding: 80px } }
  @container (aspect-ratio <= 0.65) { main { padding: 300px 64px 420px } }
</style>`;
    const { design } = openDesign(
      `${css}<main><div style="${row}"><p>a</p><img src="{{a}}" alt=""></div></main>`,
      template,
    );
    const photo = () => findElement(design.template.value, "0/1")!;
    assert.equal(extendToEdges(design, photo()), undefined);
    const ends = [link, square, story].map(
      (size) => declarationOf(design.template.value, photo(), "margin-block", size)?.value,
    );
    assert.deepEqual(ends, ["-64px -64px", "0 -80px", "0 -420px"]);
  });

  it("may be stretched, but has no size or alignment of its own", () => {
    const hasMargins = (style: string) => {
      const { design } = openDesign(html.replace('src="{{a}}"', `src="{{a}}" style="${style}"`), template);
      return (
        marginsToEdges(design.template.value, findElement(design.template.value, "0/1")!, link) !== undefined
      );
    };
    assert.deepEqual(
      ["flex: 1", "align-self: stretch", "align-self: center", "width: 50%", "height: 9px"].map(hasMargins),
      [true, true, false, false, false],
    );
  });

  it("has its margins at one size if only that is chosen", () => {
    const { design } = openDesign(html, template);
    design.setOnlySize(true);
    extendToEdges(design, findElement(design.template.value, "0/1")!);
    const photo = findElement(design.template.value, "0/1")!;
    const isSet = [link, square].map(
      (size) => declarationOf(design.template.value, photo, "margin-inline", size) !== undefined,
    );
    assert.deepEqual(isSet, [true, false]);
  });

  it("covers all paddings around it, and none at a side where something else is", () => {
    const marginsOf = (path: string, source: string) => {
      const { design } = openDesign(source, template);
      const margins = marginsToEdges(design.template.value, findElement(design.template.value, path)!, link);
      return margins && Object.values(margins);
    };
    const card = (inner: string, style = "") => `<main style="padding: 20px 30px; ${style}">${inner}</main>`;
    const photo = '<img src="{{a}}" alt="">';
    assert.deepEqual(marginsOf("0", card(photo)), ["-20px -20px", "-30px -30px"]);
    assert.deepEqual(marginsOf("0", card(`${photo}<p>a</p>`)), ["-20px 0", "-30px -30px"]);
    assert.deepEqual(marginsOf("0/0", card(`<div style="padding: 0 5px">${photo}</div>`)), [
      "-20px -20px",
      "-35px -35px",
    ]);
    const withVariable = card(`<div style="padding: var(--gap)">${photo}</div>`, "--gap: 8px");
    assert.match(marginsOf("0/0", withVariable)?.[0] ?? "", /^calc\(-1 \* var\(--gap\) - 20px\) /);
    assert.equal(marginsOf("1", card(`<p>a</p>${photo}<p>b</p>`, "padding: 20px 0")), undefined);
    const placeholder = `${photo}<p unless="a">No photo</p>`;
    assert.deepEqual(marginsOf("0", card(placeholder)), ["-20px -20px", "-30px -30px"]);
    assert.equal(marginsOf("0", card('<div style="width: 160px; height: 160px"></div>')), undefined);
    assert.equal(marginsOf("0", card(photo, "padding: 5%")), undefined);
    assert.equal(marginsOf("0", card(photo, "display: grid")), undefined);
    assert.equal(marginsOf("0", card(photo, "display: flex; flex-direction: row-reverse")), undefined);
    assert.equal(marginsOf("0", card(photo.replace("alt", 'style="position: absolute" alt'))), undefined);
  });
});
