import assert from "node:assert/strict";
import { readBuiltInTemplate, readBuiltInTemplates, readSampleCards } from "@placard/template-store";
import { compileTemplate } from "@placard/templates";
import { describe, it } from "mocha";
import sharp from "sharp";
import type { ImageLoader } from "./card-images.ts";
import { createEngine, type RenderOptions } from "./engine.ts";
import { createImageLoader } from "./folder/image-loader.ts";

const engine = createEngine();
const blog = readBuiltInTemplate("blog");
const post: RenderOptions = {
  data: { title: "The quiet craft", description: "Notes from ten years.", author: "Maya Lindqvist" },
};

const bytesOf = async (input: RenderOptions): Promise<Buffer> => (await engine.render(blog, input)).bytes;

/** Two cards of each built-in template that differ in one text, with the same colors. */
const pairs = readBuiltInTemplates().map((template) => {
  const first = readSampleCards(template.id).find(({ name }) => name === "full")!.data;
  const { paletteFields } = template.source.json;
  const field = Object.keys(first).find(
    (name) => typeof first[name] === "string" && !paletteFields.includes(name),
  )!;
  return { template, first, second: { ...first, [field]: "Another text" } };
});
const formats = ["png", "jpeg", "webp"] as const;
const sizes = [
  [1200, 630],
  [200, 200],
  [2048, 2048],
  [2048, 200],
  [200, 2048],
  [601, 333],
  [1081, 1079],
] as const;

const small = { width: 600, height: 315 };

describe("rendering an image", () => {
  it("warns about each image that the card does not show", async () => {
    const image = { type: "string", format: "image-url" };
    const { template } = compileTemplate({
      template: { id: "card", name: "Card", fields: { title: "string", photo: image, logo: image } },
      html: `<main>{{title}}<img if="title" src="{{photo}}" alt=""><img src="{{logo}}" alt=""></main>`,
      assets: {},
    });
    const images: ImageLoader = {
      measure: () => Promise.resolve({ width: 1, height: 1 }),
      load: (_, { width, height }) =>
        Promise.resolve({ width, height, rgba: new Uint8Array(4 * width * height) }),
    };
    const warningsOf = async (data: RenderOptions["data"]) =>
      (await engine.render(template!, { data, images })).warnings.map(({ code, field }) => [code, field]);
    const urls = { photo: "https://a.example/p.png", logo: "https://a.example/l.png" };
    assert.deepEqual(await warningsOf({ title: "a", ...urls }), []);
    assert.deepEqual(await warningsOf(urls), [["image_omitted", "photo"]]);
  });

  it("warns about logos and files of the template that have no room or are dropped, but not about hidden ones", async () => {
    const style = "flex: 1; min-width: 0; height: 9px";
    const { template } = compileTemplate({
      template: { id: "card", name: "Card", fields: { title: "string" } },
      html: `<style>p { width: 100%; flex: none } @media (height > 800px) { .tall { display: none } }</style>
        <main style="display: flex; flex-direction: column"><div style="display: flex"><p>{{title}}</p><img src="{{brand.logo}}" alt="" style="${style}"></div>
        <img class="tall" src="assets/a.png" alt="" drop="1" style="flex: none; height: 700px"><img src="assets/b.png" alt=""></main>`,
      assets: {
        "a.png": { id: "a", contentType: "image/png", width: 9, height: 9 },
        "b.png": { id: "b", contentType: "image/png", width: 9, height: 9 },
      },
    });
    const load: ImageLoader["load"] = (_, { width, height }) =>
      Promise.resolve({ width, height, rgba: new Uint8Array(4 * width * height) });
    const images: ImageLoader = { measure: () => Promise.reject(new Error("unused")), load };
    for (const contentType of ["image/png", "image/svg+xml"] as const) {
      const brand = { logo: { onLight: { id: "logo", contentType, width: 40, height: 10 } } };
      const warningsOf = async (height: number) => {
        const options = { data: { title: "a" }, brand, images, height };
        return (await engine.render(template!, options)).warnings.map(({ code, field }) => [code, field]);
      };
      const logo = ["image_omitted", "brand/logo/onLight"];
      assert.deepEqual(await warningsOf(630), [logo, ["image_omitted", "template"]]);
      assert.deepEqual(await warningsOf(1000), [logo]);
    }
  });

  it("loads an image with white margins in the size in which it is sharp without them", async () => {
    const { template } = compileTemplate({
      template: { id: "card", name: "Card", fields: { photo: { type: "string", format: "image-url" } } },
      html: `<main><img src="{{photo}}" alt="" style="width: 200px; height: 200px; object-fit: auto"></main>`,
      assets: {},
    });
    const loaded: number[] = [];
    const images: ImageLoader = {
      measure: () => Promise.resolve({ width: 1000, height: 1000 }),
      load: async (_, { width, height }) => {
        loaded.push(width);
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="${width}" height="${height}">
          <path d="M0 0h20v20H0z" fill="#fff"/><path d="M4 4h12v12H4z"/></svg>`;
        return { width, height, rgba: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer() };
      },
    };
    const data = { photo: "https://shop.example/vase.jpg" };
    const { bytes } = await engine.render(template!, { data, images, ...small });
    assert.deepEqual(loaded, [200, 333]);
    const { data: pixels } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => pixels[3 * (y * small.width + x)];
    assert.deepEqual([at(5, 100), at(15, 100), at(185, 100), at(195, 100)], [255, 0, 0, 255]);
  });

  it("draws images in data URLs, and warns about damaged ones", async () => {
    const render = async (bytes: Buffer) => {
      const html = `<main><img src="data:image/png;base64,${bytes.toString("base64")}" width="8" style="display: block"></main>`;
      const { template } = compileTemplate({
        template: { id: "card", name: "Card", fields: {} },
        ...{ html, assets: {} },
      });
      const images = createImageLoader(new Map(), () => Promise.reject(new Error("none")));
      const image = await engine.render(template!, { data: {}, images, ...small });
      const { data } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
      return [[...data.subarray(0, 3)], image.warnings.map(({ code }) => code)];
    };
    const red = { create: { width: 9, height: 9, channels: 3, background: "red" } } as const;
    const png = await sharp(red).png().toBuffer();
    assert.deepEqual(await render(png), [[255, 0, 0], []]);
    assert.deepEqual(await render(png.subarray(0, 50)), [[255, 255, 255], ["image_unavailable"]]);
  });

  for (const [nth, { template, first, second }] of pairs.entries()) {
    const { id } = template;
    const render = async (input: Partial<RenderOptions>): Promise<Buffer> =>
      (await engine.render(template, { ...post, data: first, ...input })).bytes;

    it(`renders ${id} as an opaque image of exactly the requested size`, async () => {
      const format = formats[nth % formats.length]!;
      const [width, height] = sizes[nth % sizes.length]!;
      const bytes = await render({ width, height, format });
      const metadata = await sharp(bytes).metadata();
      assert.deepEqual(
        [metadata.format, metadata.width, metadata.height, metadata.hasAlpha],
        [format, width, height, false],
      );
      const { channels } = await sharp(bytes).stats();
      assert.ok(
        channels.some(({ stdev }) => stdev > 5),
        `${width}×${height} has more than one color`,
      );
    });

    it(`renders two cards of ${id} that differ only where their texts differ`, async () => {
      const share = await difference(await render(small), await render({ ...small, data: second }));
      assert.ok(share > 0.003 && share < 0.5, `${share} of the pixels differ`);
    });
  }

  it("draws everything twice as large at scale 2, with more detail", async () => {
    for (const { template, first } of pairs.slice(0, 3)) {
      const { id } = template;
      const render = (input: Partial<RenderOptions>) =>
        engine.render(template, {
          ...post,
          data: first,
          ...small,
          ...input,
        });
      const [once, twice] = [await render({}), await render({ scale: 2 })];
      const { width, height } = await sharp(twice.bytes).metadata();
      assert.deepEqual([width, height, twice.width, twice.height], [1200, 630, 1200, 630]);
      const reduced = await sharp(twice.bytes).resize(600, 315).png().toBuffer();
      assert.ok((await difference(once.bytes, reduced)) < 0.04, `${id} has the same layout`);
      const enlarged = await sharp(once.bytes).resize(1200, 630).png().toBuffer();
      assert.ok((await difference(enlarged, twice.bytes)) > 0.002, `${id} is not an enlarged image`);
      assert.deepEqual(twice.warnings, once.warnings, id);
    }
  });

  it("renders the same bytes for the same recipe", async () => {
    for (const format of formats) {
      assert.deepEqual(await bytesOf({ ...post, format }), await bytesOf({ ...post, format }));
    }
  });

  it("renders other bytes when any field differs", async () => {
    const first = await bytesOf(post);
    for (const field of ["title", "description", "author", "date", "readTime", "category"]) {
      const other = await bytesOf({ ...post, data: { ...post.data, [field]: "Something else" } });
      assert.notDeepEqual(other, first, field);
    }
  });

  it("encodes smaller files at lower quality, and ignores quality on png", async () => {
    for (const format of ["jpeg", "webp"] as const) {
      const [low, high] = [
        await bytesOf({ ...post, format, quality: 20 }),
        await bytesOf({ ...post, format }),
      ];
      assert.ok(low.length < high.length, format);
    }
    assert.deepEqual(await bytesOf({ ...post, quality: 20 }), await bytesOf(post));
  });

  it("renders the same bytes concurrently as one at a time", async () => {
    const recipes = Array.from({ length: 12 }, (_, index): RenderOptions => {
      const format = formats[index % 3] ?? "png";
      const width = index % 2 === 0 ? 1200 : 640;
      return { ...post, data: { title: `Card ${index}`, author: `Author ${index}` }, width, format };
    });
    const concurrent = await Promise.all(recipes.map(bytesOf));
    for (const [index, recipe] of recipes.entries()) {
      assert.deepEqual(concurrent[index], await bytesOf(recipe), `recipe ${index}`);
    }
  });

  /** Renders cards that are painted from the same moment on. Returns their numbers in the order they end. */
  async function orderOf(concurrency: number, cards: readonly Partial<RenderOptions>[]): Promise<number[]> {
    const data = { ...post.data, cover: "https://example.com/cover.jpg" };
    const laidOut: (() => void)[] = [];
    const images: ImageLoader = {
      measure: () => Promise.resolve({ width: 8, height: 8 }),
      async load(_, size) {
        await new Promise<void>((resolve) => {
          laidOut.push(resolve);
          if (laidOut.length === cards.length) for (const start of laidOut) start();
        });
        return { ...size, rgba: Buffer.alloc(size.width * size.height * 4) };
      },
    };
    const { render } = createEngine({ concurrency, images });
    const ended: number[] = [];
    const each = async (card: Partial<RenderOptions>, i: number) => {
      await render(blog, { data, ...small, ...card });
      ended.push(i);
    };
    await Promise.all(cards.map(each));
    return ended;
  }

  it("paints waiting cards in the order of their turns", async () => {
    const turns = [5, 3, 4, 1, 2];
    const [, ...waiting] = (
      await orderOf(
        1,
        turns.map((turn) => ({ turn })),
      )
    ).map((card) => turns[card]!);
    assert.deepEqual(
      waiting,
      waiting.toSorted((a, b) => a - b),
    );
  });

  it("paints one heavy card at a time, and others next to it", async () => {
    const heavy = { width: 2048, height: 2048, isHeavy: true };
    assert.notEqual((await orderOf(2, [heavy, heavy, {}])).at(-1), 2);
  });

  it("warns about texts that are drawn without their OpenType features", async () => {
    const texts = Array.from({ length: 26 }, (_, index) => {
      const on = [1, 2, 4, 8, 16].map((bit, at) => `'ss0${at + 1}' ${(index + 1) & bit ? 1 : 0}`);
      return `<p style="font-feature-settings: ${on.join(", ")}">a</p>`;
    });
    const { template, problems } = compileTemplate({
      template: { id: "card", name: "Card", fields: {} },
      html: `<style>main { display: flex; flex-wrap: wrap }</style><main>${texts.join("")}</main>`,
      assets: {},
    });
    assert.ok(template, JSON.stringify(problems));
    const { warnings } = await engine.render(template, { data: {}, ...small });
    assert.deepEqual(
      warnings.map(({ code, field }) => [code, field]),
      [["features_omitted", "options/layout"]],
    );
    assert.match(warnings[0]!.message, /^2 variants .* at most 24\b/);
  });

  it("warns about axes that a font does not have, by the axis and the font", async () => {
    const { template } = compileTemplate({
      template: { id: "card", name: "Card", fields: {} },
      html: `<main style="font-family: Inter"><p>a</p><p style="font-variation-settings: 'opsz' 30">b</p></main>`,
      assets: {},
    });
    const { warnings } = await engine.render(template!, { data: {}, ...small });
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["features_omitted"],
    );
    assert.match(warnings[0]!.message, /^Inter has no axis `opsz`\. Use/);
  });

  it("announces each font that a card registers, and ends the card if that throws", async () => {
    const html = `<p style="font-feature-settings: 'zero' 1, 'tnum' 1, 'case' 1">a</p>`.repeat(2);
    const { template } = compileTemplate({
      template: { id: "card", name: "Card", fields: {} },
      html: `<style>main { display: block }</style><main>${html}</main>`,
      assets: {},
    });
    const failure = new Error("no room");
    const fail = () => {
      throw failure;
    };
    await assert.rejects(
      engine.render(template!, { data: {}, ...small, beforeFontRegistration: fail }),
      failure,
    );
    let fonts = 0;
    const count = () => void fonts++;
    await engine.render(template!, { data: {}, ...small, beforeFontRegistration: count });
    assert.equal(fonts, 1);
    await engine.render(template!, { data: {}, ...small, beforeFontRegistration: fail });
  });

  it("reports how long the effects of a card take", async () => {
    const shadow = "i { position: absolute; width: 500px; height: 500px; box-shadow: 0 0 64px #000 }</style>";
    const html = blog.document.html
      .replace("</style>", shadow)
      .replace("</main>", `${"<i></i>".repeat(20)}</main>`);
    const { template: costly } = compileTemplate({ ...blog.document, html });
    assert.ok((await engine.render(blog, post)).effectsMs < 20);
    const { effectsMs } = await engine.render(costly!, post);
    assert.ok(effectsMs > 40, `${effectsMs}`);
  });

  it("draws text in the template's colors over its background", async () => {
    const bytes = await bytesOf({ ...post, data: { title: "MMMM" } });
    const { dominant } = await sharp(bytes).stats();
    assert.ok(dominant.r > 200 && dominant.g > 200 && dominant.b > 200, "a blog card has a light background");
    const { channels } = await sharp(bytes).extract({ left: 72, top: 250, width: 300, height: 130 }).stats();
    assert.ok(Math.max(...channels.map(({ min }) => min)) < 60, "its letters are dark");
  });

  it("draws an accent that a template sets instead of the brand's", async () => {
    const { template } = compileTemplate({
      template: { id: "own", name: "Own accent", fields: {} },
      html: "<style>main { --accent: #ff0000; background: var(--accent) }</style><main></main>",
      assets: {},
    });
    const { bytes } = await engine.render(template!, {
      data: {},
      ...small,
      brand: { colors: { accent: "#0000ff" } },
    });
    const { channels } = await sharp(bytes).stats();
    assert.deepEqual(
      channels.slice(0, 3).map(({ mean }) => mean),
      [255, 0, 0],
    );
  });
});

/** The share of pixels that differ between two images of the same size. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).greyscale().raw().toBuffer()));
  let differing = 0;
  for (let i = 0; i < a!.length; i++) if (Math.abs(a![i]! - b![i]!) > 24) differing++;
  return differing / a!.length;
}
