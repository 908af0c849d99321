import assert from "node:assert/strict";
import type { Brand } from "@placard/contracts";
import { compileTemplate } from "../compile-template.ts";
import { choosePalette } from "../../palette.ts";

const logo = (id: string) => ({ id, contentType: "image/png", width: 8, height: 4 }) as const;
const size = { width: 1200, height: 630 };

const { template } = compileTemplate({
  template: {
    id: "card",
    name: "Card",
    fields: { title: { type: "string" }, topic: { type: "string" } },
    palette: { from: ["topic", "title"] },
  },
  html: `<main style="background: var(--ground); color: var(--ink); font-family: var(--font-heading)">
    <img if="brand.logo" src="{{brand.logo}}" alt=""><p>{{brand.name}}{{brand.site}}{{title}}{{topic}}</p></main>`,
  assets: {},
});
assert.ok(template);

function draw(data: Record<string, string>, brand?: Brand) {
  const scene = template!.scene(data, { ...size, brand });
  const [image] = scene.root.children.filter((node) => node.kind === "image");
  return { ...scene, image, style: scene.root.style };
}

describe("The look of a card", () => {
  it("comes from the first present field of palette.from", () => {
    assert.equal(draw({ title: "a", topic: "Databases" }).style.color, choosePalette("Databases").ink);
    assert.equal(draw({ title: "Databases" }).style.color, choosePalette("Databases").ink);
  });

  it("comes from the colors of the brand", () => {
    const { style } = draw({ title: "a" }, { colors: { ground: "#102030", ink: "#f0f0f0" } });
    assert.deepEqual([style.backgroundColor, style.color], ["#102030", "#f0f0f0"]);
  });

  it("has the secondary color of the brand, or else its accent", () => {
    const html = `<main style="background: var(--secondary)"></main>`;
    const json = { id: "card", name: "Card", fields: {} };
    const { template: card } = compileTemplate({ template: json, html, assets: {} });
    const groundWith = (colors: NonNullable<Brand["colors"]>) =>
      card!.scene({}, { ...size, brand: { colors } }).root.style.backgroundColor;
    assert.equal(groundWith({ accent: "#0f766e", secondary: "#f59e0b" }), "#f59e0b");
    assert.equal(groundWith({ accent: "#0f766e" }), "#0f766e");
  });

  it("has the logo for the brightness of the ground", () => {
    const logos = { onLight: logo("light"), onDark: logo("dark") };
    const imageOn = (ground: string) =>
      draw({ title: "a" }, { colors: { ground }, logo: logos }).image?.source;
    assert.deepEqual(imageOn("#ffffff"), { kind: "asset", id: "light", width: 8, height: 4 });
    assert.deepEqual(imageOn("#000000"), { kind: "asset", id: "dark", width: 8, height: 4 });
    assert.equal(draw({ title: "a" }).image, undefined);
  });

  it("has the background of the brand, and its decoration in place of the template's", () => {
    const { template: card } = compileTemplate({
      template: { id: "card", name: "Card", fields: {} },
      html: `<style>main { background: url({{brand.background}}) center / cover, var(--background, red) }</style>
        <main><i if="brand.decoration"></i></main>`,
      assets: {},
    });
    const drawWith = (brand?: Brand) => card!.scene({}, { ...size, brand }).root;
    const plain = drawWith();
    assert.deepEqual([plain.style.background.length, plain.children.length], [0, 1]);
    const { style, children } = drawWith({
      colors: { ground: "#ffffff" },
      background: { gradient: "#eeeeee", image: logo("photo") },
      decoration: "grid",
    });
    assert.deepEqual([style.background.length, children.length], [4, 0]);
  });

  it("has the fonts of the brand", () => {
    const heading = {
      id: "font",
      contentType: "font/ttf",
      family: "Fraunces",
      weight: 700,
      style: "normal",
    } as const;
    const { style, fontFaces } = draw({ title: "a" }, { fonts: { heading } });
    assert.deepEqual(style.fontFamily, ["Fraunces", "sans-serif"]);
    const face = { family: "Fraunces", weight: 700, stretch: 100, style: "normal", asset: "font" };
    assert.deepEqual(fontFaces, [face]);
  });
});
