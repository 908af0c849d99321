import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import { readBuiltInTemplate } from "@placard/template-store";
import { createEngine } from "../../dist/index.js";
import { sampleImages } from "./sample-image.ts";
import { displayListOf, textsIn } from "./text-boxes.ts";

const engine = createEngine();

const size = { width: 1200, height: 630 };
const options = { ...size, format: "png", quality: 100 } as const;
const textOf = async (id: string, data: TemplateData) =>
  textsIn(await displayListOf(readBuiltInTemplate(id), data, size)).map(({ fragment }) => fragment.text);

describe("the optional images of built-in templates", () => {
  it("replace the initials of authors and speakers", async () => {
    const author = { title: "Ship it", author: "Ada Lovelace" };
    assert.ok((await textOf("blog", author)).includes("AL"));
    assert.ok(
      !(await textOf("blog", { ...author, authorImage: "https://example.com/ada.jpg" })).includes("AL"),
    );

    const speakers = [
      { name: "Grace Hopper", photo: "https://example.com/grace.jpg" },
      { name: "Ada Lovelace" },
    ];
    const texts = await textOf("event", { title: "Open studio", date: "June 1, 2027", speakers });
    assert.ok(texts.includes("AL") && !texts.includes("GH"), texts.join());
  });

  const cases: [id: string, data: TemplateData, images: Record<string, string>][] = [
    [
      "blog",
      { title: "Ship it", author: "Ada Lovelace" },
      { authorImage: "https://example.com/ada.jpg", cover: "https://example.com/cover.jpg" },
    ],
    ["product", { name: "Loom", price: "€9" }, { image: "https://example.com/loom.jpg" }],
    ["event", { title: "Open studio", date: "June 1, 2027" }, { cover: "https://example.com/cover.jpg" }],
  ];
  for (const [id, data, images] of cases) {
    it(`leave the card of ${id} as it is without them if they are unavailable`, async () => {
      const template = readBuiltInTemplate(id);
      const without = await engine.render(template, { ...options, data });
      const recipe = { ...options, data: { ...data, ...images } };
      const failed = await engine.render(template, recipe);
      assert.ok(failed.bytes.equals(without.bytes));
      assert.deepEqual(
        failed.warnings.map(({ code, field }) => `${code} ${field}`),
        Object.keys(images).map((field) => `image_unavailable ${field}`),
      );
      const shown = await engine.render(template, { ...recipe, images: sampleImages });
      assert.ok(!shown.bytes.equals(without.bytes));
    });
  }
});

describe("the price of a product", () => {
  it("is not larger than the name, however long it is", async () => {
    for (const price of [
      "€149",
      "from 2 499 kr incl. VAT",
      "on request, from 1.299,00 € including delivery",
    ]) {
      for (const images of [{}, { image: "https://example.com/loom.jpg" }]) {
        for (const name of ["Loom", "Handwoven merino wool blanket with hemmed edges, in seven colours"]) {
          const texts = textsIn(
            await displayListOf(readBuiltInTemplate("product"), { name, price, ...images }, size),
          );
          const sizeOf = (text: string) => {
            const sizes = texts
              .filter(({ fragment }) => text.includes(fragment.text))
              .map(({ fragment }) => fragment.fontSize);
            assert.ok(sizes.length > 0, `the card shows ${text}`);
            return Math.max(...sizes);
          };
          assert.ok(
            sizeOf(price) <= sizeOf(name),
            `${price} of ${name}: ${sizeOf(price)} px, ${sizeOf(name)} px`,
          );
        }
      }
    }
  });
});
