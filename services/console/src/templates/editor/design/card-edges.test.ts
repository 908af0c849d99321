import assert from "node:assert/strict";
import { findElement, valueOf } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { openDesign } from "../../../testing/open-design.ts";
import { emptyPage } from "../../starter.ts";
import { sides } from "./canvas/lengths.ts";
import { extendToEdges, marginToEdges } from "./card-edges.ts";

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
    const margins = [link, square, story].map(
      (size) => valueOf(design.template.value, photo(), "margin", size)?.value,
    );
    const [top, right, bottom, left] = sides.map((side) => `calc(-1 * var(--${side}))`);
    const inColumn = `0 ${right} ${bottom} ${left}`;
    assert.deepEqual(margins, [`${top} ${right} ${bottom} 0`, inColumn, inColumn]);
    assert.equal(draft.value.html.match(/@container \(aspect-ratio <= 1\.1\)/g)?.length, 2);
    assert.equal(marginToEdges(design, photo(), link), undefined);
  });

  it("has its margins at one size if only that is chosen", () => {
    const { design } = openDesign(html, template);
    design.onlySize.value = true;
    extendToEdges(design, findElement(design.template.value, "0/1")!);
    const photo = findElement(design.template.value, "0/1")!;
    const isSet = [link, square].map(
      (size) => valueOf(design.template.value, photo, "margin", size) !== undefined,
    );
    assert.deepEqual(isSet, [true, false]);
  });

  it("covers all paddings around it, and none at a side where something else is", () => {
    const marginOf = (path: string, source: string) => {
      const { design } = openDesign(source, template);
      return marginToEdges(design, findElement(design.template.value, path)!, link);
    };
    const card = (inner: string, style = "") => `<main style="padding: 20px 30px; ${style}">${inner}</main>`;
    const photo = '<img src="{{a}}" alt="">';
    assert.equal(marginOf("0", card(photo)), "-20px -30px -20px -30px");
    assert.equal(marginOf("0", card(`${photo}<p>a</p>`)), "-20px -30px 0 -30px");
    assert.equal(
      marginOf("0/0", card(`<div style="padding: 0 5px">${photo}</div>`)),
      "-20px -35px -20px -35px",
    );
    const withVariable = card(`<div style="padding: var(--gap)">${photo}</div>`, "--gap: 8px");
    assert.match(marginOf("0/0", withVariable) ?? "", /^calc\(-1 \* var\(--gap\) - 20px\) /);
    assert.equal(marginOf("1", card(`<p>a</p>${photo}<p>b</p>`, "padding: 20px 0")), undefined);
    assert.equal(marginOf("0", card(photo, "display: grid")), undefined);
    assert.equal(marginOf("0", card(photo.replace("alt", 'style="position: absolute" alt'))), undefined);
  });
});
