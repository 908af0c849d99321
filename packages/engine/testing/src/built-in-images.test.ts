import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import { readBuiltInTemplate, readBuiltInTemplates, readSampleCards } from "@placard/template-store";
import { createEngine } from "../../dist/index.js";
import type { Rect } from "../../dist/layout/placed.js";
import type { DisplayItem } from "../../dist/paint/commands.js";
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

describe("the speakers of an event", () => {
  it("are on the card by name when all its texts are long", async () => {
    const long =
      "How small teams keep large systems boring, a conference about reliability and on-call".repeat(2);
    const speakers = ["Alexandra", "Bartholomew", "Konstantin", "Venkata"].map((name) => ({
      name: `${name} Featherstonehaugh-Konstantinopoulos`,
    }));
    const [time, location, host] = [1, 2, 3].map(() => long.slice(0, 120));
    const data = { title: long, date: "2027-09-18", time: time!, location: location!, host: host!, speakers };
    for (const [width, height] of [
      [1200, 630],
      [1080, 1080],
      [1080, 1920],
      [2048, 400],
    ] as const) {
      const items = await displayListOf(readBuiltInTemplate("event"), data, { width, height });
      const texts = textsIn(items).map(({ fragment }) => fragment.text);
      assert.ok(
        texts.some((text) => text.startsWith("Alexandra")),
        `${width}×${height}: ${texts.join()}`,
      );
    }
  });
});

describe("the product of a page of a documentation", () => {
  it("is whole on a strip, also if it is long", async () => {
    const product = "Placard Enterprise Edition for Regulated Industries and Public Administration";
    const data = { title: "Rotate signing keys", product, version: "4.2.0-rc.1" };
    const strip = { ...options, width: 2048, height: 400, data };
    assert.deepEqual((await engine.render(readBuiltInTemplate("docs"), strip)).warnings, []);
  });
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

describe("the logo of a brand", () => {
  const logo = { id: "brand-logo", contentType: "image/png", width: 400, height: 100 } as const;
  const brand = { logo: { onLight: logo, onDark: logo } };
  const logosIn = (items: readonly DisplayItem[]): Rect[] =>
    items.flatMap((item) => {
      if (item.kind === "group") return logosIn(item.items);
      const { command } = item;
      return command.kind === "image" && JSON.stringify(command.source).includes(logo.id)
        ? [command.area]
        : [];
    });

  for (const template of readBuiltInTemplates()) {
    it(`is at the end of the first row of ${template.id}, in its full size`, async () => {
      for (const { name, data, layout } of readSampleCards(template.id)) {
        if (layout !== undefined) continue;
        const items = await displayListOf(template, data, { ...size, brand });
        const [area, ...others] = logosIn(items);
        assert.ok(area && others.length === 0, name);
        assert.ok(area.height >= 48, `${name}: ${area.height} px`);
        const isLeftToRight = !["Arabic", "Hebrew"].includes(name);
        for (const { fragment } of textsIn(items)) {
          const isBefore = isLeftToRight
            ? fragment.x + fragment.width <= area.x
            : fragment.x >= area.x + area.width;
          const isBelow = fragment.y >= area.y + area.height;
          assert.ok(isBefore || isBelow, `${name}: “${fragment.text}” is before or below the logo`);
        }
      }
    });
  }
});
