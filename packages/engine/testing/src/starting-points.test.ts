import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import { getOrInsert } from "@placard/contracts/maps";
import { readStartingPoints } from "@placard/template-store";
import { compileTemplate } from "@placard/templates";
import { stressDataOf } from "@placard/templates/stress-data";
import { createEngine } from "../../dist/index.js";
import { sampleImages } from "./sample-image.ts";
import { commandsIn, displayListOf, layOutCard, textsIn } from "./text-boxes.ts";

const sizes = [
  { width: 1200, height: 630 },
  { width: 1080, height: 1920 },
  { width: 1200, height: 500 },
];
const square = { width: 1080, height: 1080 };
const smallLinks = [
  { width: 400, height: 210 },
  { width: 600, height: 315 },
  { width: 800, height: 418 },
];
const smallestSizes = [
  { width: 2048, height: 400 },
  { width: 200, height: 200 },
];

const logo = {
  onLight: { id: "brand-logo", contentType: "image/png", width: 400, height: 100 },
} as const;

const startingPoints = readStartingPoints().map((document) => {
  const { template, problems } = compileTemplate(document);
  const stressData = new Map(stressDataOf(document.template).map(({ name, data }) => [name, data]));
  const cards = new Map<string, ReturnType<typeof layOutCard>>();
  const dataOf = (name: string) =>
    stressData.get(name) ?? template!.samples.find((sample) => sample.name === name)!.data;
  /** The card with a sample, or with data of `stressDataOf`. Each is laid out once. */
  const layOut = (name: string, size: typeof square) =>
    getOrInsert(cards, JSON.stringify([name, size]), () => layOutCard(template!, dataOf(name), size));
  const { id, required } = document.template as { id: string; required: [string, ...string[]] };
  return { id, required, document, template: template!, problems, dataOf, layOut };
});
const findStartingPoint = (wanted: string) => startingPoints.find(({ id }) => id === wanted)!;

/** The paths of the texts and numbers in data, such as `plans/0/price`. */
function textPathsIn(data: unknown, path = ""): string[] {
  if (typeof data !== "object" || data === null) return [path];
  return Object.entries(data).flatMap(([name, value]) => textPathsIn(value, path ? `${path}/${name}` : name));
}

describe("the starting points of new templates", () => {
  const engine = createEngine({ images: sampleImages });
  for (const { id, required, template, problems, dataOf, layOut } of startingPoints) {
    const typical = template.samples[0]!.name;
    it(`${id} compiles without problems, and renders its samples without warnings`, async () => {
      assert.deepEqual(problems, []);
      assert.ok(template.samples.length >= 3);
      for (const { name, data } of template.samples)
        for (const size of { "All fields": [sizes[0]!, sizes[2]!, ...smallLinks], "Long texts": sizes }[
          name
        ] ?? [sizes[0]!]) {
          const options = { ...size, data, format: "jpeg", quality: 40, checksContrast: true } as const;
          const { warnings } = await engine.render(template, options);
          assert.deepEqual(warnings, [], `${name} at ${size.width}×${size.height}`);
        }
    });

    it(`${id} shows all of its typical texts on small link cards`, async () => {
      const texts = textPathsIn(dataOf(typical)).filter(
        (path) => !/^photo$|\/kind$|^(?:cover|state)$|Photo$/.test(path),
      );
      for (const size of smallLinks) {
        const shown = textsIn((await layOut(typical, size)).items);
        const fields = new Set(shown.flatMap(({ fragment }) => fragment.node.fields));
        const missing = texts.filter((path) => !fields.has(path));
        assert.deepEqual(missing, [], `${size.width}×${size.height}`);
      }
    });

    it(`${id} shows its main text larger than the others, also with the longest texts`, async () => {
      const main = id === "score" ? "homeScore" : required[0];
      // What is as large as the main text, and the day of a poster and prices, which are larger.
      const loud = [main, "awayScore", "right", "date", "plans"];
      const cards = [
        ...smallLinks.map((size) => ({ size, name: typical })),
        ...[...sizes, square, smallLinks[2]!].map((size) => ({ size, name: "longest" })),
      ];
      for (const { size, name } of cards) {
        const texts = textsIn((await layOut(name, size)).items).map(({ fragment: { fontSize, node } }) => ({
          fontSize,
          fields: node.fields,
        }));
        const largest = Math.max(
          ...texts.filter(({ fields }) => fields.includes(main)).map((each) => each.fontSize),
        );
        // An ellipsis has no field.
        const larger = texts.filter(
          ({ fontSize, fields: [field] }) =>
            field !== undefined && fontSize * 1.05 > largest && !loud.includes(field.split("/")[0]!),
        );
        assert.deepEqual(larger, [], `${size.width}×${size.height}: ${largest}`);
      }
    });

    it(`${id} cuts off none of its longest texts, and keeps them in their boxes`, async () => {
      for (const size of [...sizes, square]) {
        const { warnings } = await layOut("longest", size);
        const texts = warnings.filter(({ code }) => code.startsWith("text_"));
        assert.deepEqual(texts, [], `${size.width}×${size.height}`);
      }
    });

    it(`${id} shows the first entry of each list in Japanese`, async () => {
      const first = textPathsIn(dataOf("japanese")).filter((path) => /\/0(?!\/kind)/.test(path));
      for (const size of [...sizes, square, smallLinks[1]!]) {
        const { items } = await layOut("japanese", size);
        const fields = new Set(textsIn(items).flatMap(({ fragment }) => fragment.node.fields));
        const missing = first.filter((path) => !fields.has(path));
        assert.deepEqual(missing, [], `${size.width}×${size.height}`);
      }
    });

    it(`${id} shows its required texts as a banner and as a thumbnail, and a text in each entry`, async () => {
      for (const size of smallestSizes) {
        const { warnings } = await layOut("Long texts", size);
        const truncated = warnings.filter(({ field }) => required.includes(field));
        assert.deepEqual(truncated, [], `${size.width}×${size.height}`);
      }
      const entries = Object.values(dataOf("required")).filter(Array.isArray).flat();
      assert.ok(
        entries.every((entry) => textPathsIn(entry).length > 0),
        "an entry without its optional parts",
      );
    });
  }

  it("show the whole longest title of an article on a story, if it is all they have", async () => {
    const { template, dataOf } = findStartingPoint("article");
    const { title } = dataOf("longest");
    assert.deepEqual((await layOutCard(template, { title: title! }, sizes[1]!)).warnings, []);
  });

  for (const id of ["event-poster", "poll", "timeline"]) {
    it(`${id} shows all of its longest texts, and the logo of the brand`, async () => {
      const { template, dataOf } = findStartingPoint(id);
      for (const size of [...sizes, square]) {
        const options = {
          ...size,
          data: dataOf("longest"),
          brand: { logo },
          format: "jpeg",
          quality: 40,
        } as const;
        const { warnings } = await engine.render(template, options);
        assert.deepEqual(warnings, [], `${size.width}×${size.height}`);
      }
    });
  }

  it("show the logo of the brand with each sample, in the size that the brand sets", async () => {
    for (const { id, template } of startingPoints) {
      for (const { name, data } of template.samples) {
        const heights = [];
        for (const size of ["small", "large"] as const) {
          const brand = { logo: { ...logo, size } };
          const items = await displayListOf(template, data, { ...sizes[0]!, brand });
          const images = commandsIn(items).filter((command) => command.kind === "image");
          heights.push(
            images.find(({ source }) => JSON.stringify(source).includes(logo.onLight.id))?.area.height ?? 0,
          );
        }
        const [small, large] = heights as [number, number];
        assert.ok(small >= 28 && large >= small * 1.5, `${id}, ${name}: ${heights.join(", ")}`);
      }
    }
  });

  it("show dates and commands in one line beside a wide logo of the brand", async () => {
    for (const [id, field] of [
      ["speaker", "date"],
      ["release", "command"],
    ] as const) {
      const { template } = findStartingPoint(id);
      for (const size of [...sizes, square]) {
        const card = { ...size, brand: { logo: { onLight: { ...logo.onLight, width: 600 } } } };
        const { data } = template.samples[0]!;
        const items = await displayListOf(template, data, card, () => ({ width: 600, height: 100 }));
        const lines = textsIn(items).filter(({ fragment }) => fragment.node.fields.includes(field));
        assert.equal(lines.length, 1, `${id} at ${size.width}×${size.height}`);
      }
    }
  });

  for (const id of ["quotation", "recipe", "showcase", "speaker", "team-member"]) {
    it(`${id} gives the room of its photo to the texts if the photo is made smaller, or is missing`, async () => {
      const { document, required, template: original } = findStartingPoint(id);
      const { photo, ...data } = original.samples[0]!.data;
      const topOfTexts = async (html: string, shown: TemplateData) => {
        const { template } = compileTemplate({ ...document, html });
        const texts = textsIn(await displayListOf(template!, shown, square));
        return texts.find(({ fragment }) => fragment.node.fields.includes(required[0]))!.fragment.y;
      };
      const top = await topOfTexts(document.html, { ...data, photo: photo! });
      const smaller = document.html.replace(
        'src="{{photo}}"',
        '$& style="flex: none; width: 200px; height: 200px"',
      );
      assert.ok((await topOfTexts(smaller, { ...data, photo: photo! })) < top - 50);
      if (id !== "team-member") assert.ok((await topOfTexts(document.html, data)) < top - 50);
    });
  }

  for (const [id, part] of [
    ["comparison", ".left"],
    ["comparison", ".right"],
    ["coupon", ".stub"],
    ["docs-page", "ul"],
    ["quotation", ".photo"],
    ["quotation", ".initials"],
    ["recipe", ".photo"],
    ["recipe", ".plate"],
  ] as const) {
    it(`${id} keeps ${part} on square and tall cards as it is if it is made narrower on wide ones`, async () => {
      const { document, dataOf } = findStartingPoint(id);
      const rule = new RegExp(`\\n {2}${part} \\{[^}]*`);
      const narrower = document.html.replace(rule, "$&  flex: none;\n    width: 200px;\n  ");
      const { photo: _, ...withoutPhoto } = dataOf("longest");
      const data = /initials|plate/.test(part) ? withoutPhoto : dataOf("longest");
      const boxesOf = async (html: string, size: typeof square) => {
        const items = await displayListOf(compileTemplate({ ...document, html }).template!, data, size);
        return commandsIn(items).map((command) =>
          command.kind === "text" ? [command.fragment.x, command.fragment.baseline] : command,
        );
      };
      for (const size of [square, sizes[1]!])
        assert.deepEqual(await boxesOf(narrower, size), await boxesOf(document.html, size));
      assert.notDeepEqual(await boxesOf(narrower, sizes[0]!), await boxesOf(document.html, sizes[0]!));
    });
  }

  // The photo of a recipe is at the right, the command of a release at the bottom.
  for (const [id, right, last] of [
    ["recipe", 672, "serves"],
    ["release", 1200, "command"],
  ] as const) {
    it(`${id} shows its longest ${last} on a wide card, with nothing over it`, async () => {
      const { items } = await findStartingPoint(id).layOut("longest", sizes[0]!);
      const text = textsIn(items).find(({ fragment }) => fragment.node.fields.includes(last))?.fragment;
      assert.ok(text && text.x + text.width <= right && text.baseline <= 530, JSON.stringify(text));
    });
  }
});
