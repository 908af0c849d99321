import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { createEngine, type RenderOptions } from "../engine.ts";

const engine = createEngine();

function render(html: string, options: Partial<RenderOptions> = {}) {
  const { template, problems } = compileTemplate({
    template: { id: "card", name: "Card", fields: { title: "string" } },
    html,
    assets: {},
  });
  assert.deepEqual(problems, []);
  const data = { title: "A title of some words" };
  const settings = { data, width: 600, height: 315, checksContrast: true, ...options };
  return engine.render(template!, settings);
}

async function warningsOf(css: string, options?: Partial<RenderOptions>) {
  const { warnings } = await render(
    `<style>main { ${css} } h1 { font-size: 40px; margin: 40px } img { width: 200px; height: 100px }</style>
      <main><h1>{{title}}</h1><img src="{{brand.logo}}" alt="" if="brand.logo"></main>`,
    options,
  );
  return warnings.map(({ code, field }) => [code, field]);
}

describe("warnings about contrast", () => {
  it("name the field of a text that is hard to read on the pixels behind it", async () => {
    const hard = "background: linear-gradient(#123a2c, #0c2a20); color: #3a3a3a";
    assert.deepEqual(await warningsOf(hard), [["low_contrast", "title"]]);
    assert.deepEqual(await warningsOf(hard, { checksContrast: false }), []);
    assert.deepEqual(await warningsOf("background: #123a2c; color: #3a3a3a; opacity: 0.99"), [
      ["low_contrast", "title"],
    ]);
    assert.deepEqual(await warningsOf("background: linear-gradient(#123a2c, #0c2a20); color: #fff"), []);
  });

  it("name the field of a text that an opaque element in front covers, and not of one below a translucent one", async () => {
    const above = (css: string) =>
      warningsOf(`background: #fff; color: #000 } main::after { content: ""; position: absolute; ${css}`);
    const covered = [["content_covered", "title"]];
    const photo = "background: linear-gradient(#fff, #000); inset: 0";
    assert.deepEqual(await above(photo), covered);
    assert.deepEqual(await above(`${photo}; clip-path: inset(0 0 0 85%)`), []);
    assert.deepEqual(await above(`${photo}; right: 60%`), covered);
    assert.deepEqual(await above(`${photo}; right: 85%`), []);
    assert.deepEqual(await above(`${photo}; left: 40%; right: 45%`), covered);
    assert.deepEqual(await above(`${photo}; opacity: 0.3`), []);
    assert.deepEqual(await above(`${photo}; z-index: -1`), []);
  });

  it("name the field of an image that something in front covers completely", async () => {
    const fieldsAbove = async (css: string) => {
      const html = `<style>main { background: #fff } img, i { position: absolute; width: 60px; height: 40px }
        i { background: #123; ${css} }</style><main><img src="{{photo}}" alt=""><i></i></main>`;
      const { template } = compileTemplate({
        template: { id: "card", name: "Card", fields: { photo: { type: "string", format: "image-url" } } },
        html,
        assets: {},
      });
      const size = { width: 60, height: 40 };
      const rgba = new Uint8Array(4 * 60 * 40).fill(255).map((value, at) => (at % 4 === 3 ? value : 90));
      const images = { measure: () => Promise.resolve(size), load: () => Promise.resolve({ ...size, rgba }) };
      const data = { photo: "https://example.com/a.png" };
      const settings = { data, images, width: 600, height: 315, checksContrast: true };
      return (await engine.render(template!, settings)).warnings.map(({ code, field }) => [code, field]);
    };
    assert.deepEqual(await fieldsAbove("top: 0; left: 0"), [["content_covered", "photo"]]);
    assert.deepEqual(await fieldsAbove("top: 0; left: 10px"), []);
    assert.deepEqual(await fieldsAbove("top: 0; left: 0; opacity: 0.5"), []);
  });

  it("name a logo of which something opaque in front covers a third, and no other image", async () => {
    const size = { width: 200, height: 100 };
    const rgba = new Uint8Array(4 * 200 * 100).fill(90).map((value, at) => (at % 4 === 3 ? 255 : value));
    const images = { measure: () => Promise.resolve(size), load: () => Promise.resolve({ ...size, rgba }) };
    const logo = { id: "logo", contentType: "image/png", ...size } as const;
    const above = (css: string) =>
      warningsOf(
        `background: #fff; color: #000 } img { position: absolute; top: 200px; left: 0 } main::after { content: ""; position: absolute; top: 200px; height: 100px; left: 0; background: #123; ${css}`,
        { images, brand: { logo: { onLight: logo, onDark: logo } } },
      );
    assert.deepEqual(await above("width: 80px"), [["content_covered", "brand/logo/onLight"]]);
    assert.deepEqual(await above("width: 60px"), []);
    assert.deepEqual(await above("width: 80px; opacity: 0.5"), []);
    assert.deepEqual(await above("width: 80px; z-index: -1"), []);
  });

  it("name a text below the logo, also where that is transparent, and not beside it or in front of it", async () => {
    const size = { width: 200, height: 100 };
    const rgba = new Uint8Array(4 * size.width * size.height);
    const images = { measure: () => Promise.resolve(size), load: () => Promise.resolve({ ...size, rgba }) };
    const logo = { id: "logo", contentType: "image/png", ...size } as const;
    const at = async (css: string) => {
      const above = `background: #fff; color: #000 } img { position: absolute; object-fit: contain; ${css}`;
      const found = await warningsOf(above, { images, brand: { logo: { onLight: logo, onDark: logo } } });
      return found.filter(([code]) => code === "content_covered");
    };
    const covered = [["content_covered", "title"]];
    assert.deepEqual(await at("top: 0; left: 40px"), covered);
    assert.deepEqual(await at("top: 0; left: 40px; z-index: -1"), []);
    assert.deepEqual(await at("top: 100px; left: 40px"), []);
    assert.deepEqual(await at("top: 0; left: 300px; transform: translateX(200px)"), []);
  });

  it("name a text that overlaps a text in front, unless only their line boxes do", async () => {
    const withTitle = async (css: string) => {
      const html = `<style>main { background: #fff; color: #000; font-size: 40px; line-height: 1.5 }
        p { margin: 0 } h1 { position: absolute; margin: 0; font-size: 40px; ${css} }</style>
        <main><p>Some words</p><h1>{{title}}</h1></main>`;
      return (await render(html)).warnings.map(({ field, message }) => `${field}: ${message}`);
    };
    const overlapping = ["template: “Some words” overlaps with “A title of some words”. Move one of them."];
    assert.deepEqual(await withTitle("left: 0; top: 20px"), overlapping);
    assert.deepEqual(await withTitle("left: 0; top: 20px; transform: translateY(30px)"), []);
    assert.deepEqual(await withTitle("left: 0; top: 35px"), []);
    assert.deepEqual(await withTitle("left: 240px; top: 0"), []);
    assert.deepEqual(await withTitle("left: 0; top: 20px; clip-path: inset(40px 0 0)"), []);
    assert.deepEqual(await withTitle("left: 0; top: 20px; visibility: hidden"), []);
  });

  it("name the palette's color for what is behind the text, or else white or black", async () => {
    const fixOf = async (css: string) => {
      const html = `<style>main { ${css} }</style><main><div><b>{{title}}</b></div></main>`;
      const brand = { colors: { ground: "#0b1020", ink: "#f0f0ff", accent: "#5b34c4" } };
      return (await render(html, { brand })).warnings.map(({ fix }) => fix);
    };
    const element = "0/0";
    assert.deepEqual(await fixOf("background: var(--ground); color: #333"), [
      { element, color: "var(--ink)" },
    ]);
    const onAccent = { element, color: "var(--on-accent)" };
    assert.deepEqual(await fixOf("background: var(--accent); color: #444"), [onAccent]);
    // As bright as the accent.
    assert.deepEqual(await fixOf("background: #884400; color: #444"), [{ element, color: "#ffffff" }]);
    assert.deepEqual(await fixOf("background: #fff; color: var(--ink)"), [{ element, color: "#000000" }]);
    const split = "background: linear-gradient(90deg, #000 80px, #fff 80px); color: #ccc";
    assert.deepEqual(await fixOf(split), [undefined]);
  });

  it("replace the warnings about the brand's colors of these texts", async () => {
    const brand = { colors: { ground: "#ffffff", ink: "#f0f0f0", muted: "#888888" } };
    const html = `<style>main { background: var(--ground); color: var(--ink) } p { color: var(--muted) }</style>
      <main>{{title}}<p>Muted</p></main>`;
    const { warnings } = await render(html, { brand });
    assert.deepEqual(
      warnings.map(({ field }) => field),
      ["brand/colors/muted", "title"],
    );
  });

  it("accept a color of the brand that is enough for large text, unless a small text has it", async () => {
    const brand = { colors: { ground: "#ffffff", ink: "#888888" } }; // 3.5:1
    const fieldsWith = async (css: string, more = "") => {
      const html = `<style>main { background: var(--ground); color: var(--ink) } p { ${css} }</style>
        <main><p>{{title}}</p>${more}</main>`;
      return (await render(html, { brand })).warnings.map(({ field }) => field);
    };
    const hard = ["brand/colors/ink"];
    assert.deepEqual(await fieldsWith("font-size: 48px"), []);
    assert.deepEqual(await fieldsWith("font-size: 38px; font-weight: 700"), []);
    assert.deepEqual(await fieldsWith("font-size: 38px"), hard);
    assert.deepEqual(await fieldsWith("font-size: 36px; font-weight: 700"), hard);
    assert.deepEqual(await fieldsWith("font-size: 48px", "<small>Small</small>"), hard);
  });

  it("leave a color of the brand out that no text has, or only texts on another background", async () => {
    const brand = { colors: { ground: "#ffffff", accent: "#d9480f" } }; // 4.0:1
    const fieldsWith = async (css: string) => {
      const html = `<style>main { background: var(--ground); color: #000 } p { ${css} }</style>
        <main>Text<p>{{title}}</p></main>`;
      return (await render(html, { brand })).warnings.map(({ field }) => field);
    };
    assert.deepEqual(await fieldsWith("background: var(--accent)"), []);
    assert.deepEqual(await fieldsWith("background: #000; color: var(--accent)"), []);
    assert.deepEqual(await fieldsWith("color: var(--accent)"), ["brand/colors/accent"]);
  });

  it("name all texts of a color that are below 4.5:1, if one of them is hard to read", async () => {
    const fieldsOn = async (second: string) => {
      const html = `<style>main { background: #fff; color: #888 } p { background: ${second} }</style>
        <main>{{title}}<p>Fixed</p></main>`; // 3.5:1
      return (await render(html)).warnings.map(({ field, fix }) => [field, fix?.element]);
    };
    assert.deepEqual(await fieldsOn("#fff"), []);
    assert.deepEqual(await fieldsOn("#aaa"), [
      ["template", "0"],
      ["title", ""],
    ]);
  });

  it("quote a text of the template that is hard to read", async () => {
    const card = await render("<main style='background: #000; color: #222'>Fixed</main>");
    assert.match(card.warnings[0]?.message ?? "", /“Fixed”/);
  });

  for (const contentType of ["image/png", "image/svg+xml"] as const)
    it(`name a logo of which a large part can't be seen (${contentType}), and ignore what is transparent`, async () => {
      const logo = { id: "logo", contentType, width: 200, height: 100 };
      const brand = { logo: { onDark: logo, onLight: logo } };
      /** A black bar on the upper half of a transparent image. */
      const load = (_: unknown, { width, height }: { width: number; height: number }) => {
        const rgba = new Uint8Array(4 * width * height);
        for (let at = 3; at < rgba.length / 2; at += 4) rgba[at] = 255;
        return Promise.resolve({ width, height, rgba });
      };
      const images = { measure: () => Promise.resolve({ unavailable: undefined }), load };
      const fieldsOn = async (css: string) =>
        (await warningsOf(css, { brand, images })).map(([, field]) => field);
      for (const dark of ["#0a0a0a", "#0a3442", "#26505e"])
        assert.match(
          String(await fieldsOn(`background: ${dark}; color: #fff`)),
          /^brand\/logo\/on(Dark|Light)$/,
        );
      for (const light of ["#2a5462", "#fff"])
        assert.deepEqual(
          await fieldsOn(`background: ${light}; color: #fff; -webkit-text-stroke: 1px #000`),
          [],
        );
      const ownBackground = "background: #0a0a0a; color: #fff } img { background: #fff";
      assert.deepEqual(await fieldsOn(ownBackground), []);
    });
});
