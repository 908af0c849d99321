import assert from "node:assert/strict";
import { compileTemplate, type CardOptions } from "../compile-template.ts";

const size = { width: 1200, height: 630 };
const fields = {
  title: { type: "string" },
  cover: { type: "string", format: "image-url" },
  photos: { type: "array", items: { type: "string", format: "image-url" } },
};
const layouts = [{ name: "photo", if: "cover" }, { name: "split", if: "title" }, { name: "centered" }];
const html = `<style>.photo { color: #ff0000 } .split { color: #00ff00 } .centered { color: #0000ff } img { width: 10px; height: 10px }</style>
<main class="{{layout}}"><p if="layout = split">{{title}}</p><img src="{{cover}}" alt=""><img each="photo of photos" src="{{photo}}" alt=""></main>`;
const compile = (json: object) =>
  compileTemplate({ template: { id: "card", name: "Card", fields, layouts, ...json }, html, assets: {} });

const { template, problems } = compile({});
assert.ok(template, JSON.stringify(problems));
const draw = (data: Record<string, string | string[]>, options: Partial<CardOptions> = {}) =>
  template.scene(data, { ...size, ...options }).root;
const cover = "https://a.example/cover.jpg";

describe("The layout of a card", () => {
  it("is the requested one, the first whose condition holds, or else the last one", () => {
    assert.deepEqual(template.layouts, ["photo", "split", "centered"]);
    assert.equal(draw({ title: "a", cover }).style.color, "#ff0000");
    assert.equal(draw({ title: "a" }).style.color, "#00ff00");
    assert.equal(draw({}).style.color, "#0000ff");
    assert.equal(draw({ title: "a", cover }, { layout: "centered" }).style.color, "#0000ff");
    assert.equal(draw({ title: "a" }, { layout: "of another version" }).style.color, "#00ff00");
    assert.equal(draw({ title: "a" }).children[0]?.kind, "element");
  });

  it("is declared with names and conditions that are checked", () => {
    const errorsOf = (json: object) => compile(json).problems.map(({ message }) => message);
    assert.match(errorsOf({ layouts: [{ name: "photo", if: "covr" }, { name: "b" }] })[0]!, /Unknown field/);
    assert.match(errorsOf({ layouts: [{ name: "b" }, { name: "b" }] })[0]!, /repeats/);
    assert.match(errorsOf({ layouts: [{ name: "B c" }, { name: "b" }] })[0]!, /lower-case/);
    assert.match(errorsOf({ layouts: [{ name: "b" }] })[0]!, /at least 2/);
    assert.match(errorsOf({ fields: { ...fields, layout: "string" } })[0]!, /reserved/);
    assert.ok(errorsOf({ layouts: [{ name: "a" }, { name: "b" }] }).some((each) => /not a value/.test(each)));
  });
});

describe("The filter `shape`", () => {
  const compileHtml = (main: string) =>
    compileTemplate({
      template: { id: "card", name: "Card", fields: { title: fields.title, cover: fields.cover } },
      html: `<style>.narrower { color: #ff0000 } .similar { color: #00ff00 } .wider { color: #0000ff } img { width: 10px }</style>${main}{{title}}<img src="{{cover}}" alt=""></main>`,
      assets: {},
    });
  const errorsOf = (main: string) =>
    compileHtml(main).problems.flatMap(({ severity, message }) => (severity === "error" ? [message] : []));

  it("compares the shape of an image with the card's", () => {
    const { template: card, problems: none } = compileHtml('<main class="{{cover | shape}}">');
    assert.ok(card, JSON.stringify(none));
    const colorOf = (image: { width: number; height: number } | undefined) =>
      card.scene({ cover }, { ...size, imageSize: (url) => (url === cover ? image : undefined) }).root.style
        .color;
    assert.equal(colorOf({ width: 800, height: 600 }), "#ff0000");
    assert.equal(colorOf({ width: 1600, height: 900 }), "#00ff00");
    assert.equal(colorOf({ width: 2400, height: 800 }), "#0000ff");
    assert.doesNotMatch(colorOf(undefined), /ff/);
  });

  it("is refused for texts and images of brands, and its values are checked", () => {
    for (const wrong of ["title | shape", "brand.logo | shape", "cover | shape | upper"])
      assert.match(errorsOf(`<main class="{{${wrong}}}">`)[0]!, /needs an image/);
    assert.match(errorsOf('<main><b if="cover | shape = wide"></b>')[0]!, /not a value of the field/);
  });
});

describe("The focus of a card", () => {
  it("is the position of the images of its fields, and of no others", () => {
    const focus = { cover: "top", "photos/1": "50% 20%" };
    const positions = draw({ cover, photos: [cover, cover] }, { focus }).children.map(
      ({ style }) => style.objectPosition,
    );
    const at = (percent: number) => ({ x: { percent: 50, px: 0 }, y: { percent, px: 0 } });
    assert.deepEqual(positions, [at(0), "auto", at(20)]);
  });
});

describe("A loop of a card", () => {
  const { template: list } = compileTemplate({
    template: { id: "list", name: "List", fields: { guests: { type: "array", items: "string" } } },
    html: `<main><span each="guest of guests">{{guest}}{{separator}}</span></main>`,
    assets: {},
  });
  const join = (locale: string, ...guests: string[]) =>
    list!
      .scene({ guests }, { ...size, locale })
      .root.children.map((child) => (child.kind === "element" ? child.children : []))
      .flatMap((texts) => texts.map((text) => (text.kind === "text" ? text.text : "")))
      .join("");

  it("joins its entries in the language of the card", () => {
    assert.equal(join("en", "Ada", "Grace", "Yuki"), "Ada, Grace, and Yuki");
    assert.equal(join("de", "Ada", "Grace", "Yuki"), "Ada, Grace und Yuki");
    assert.equal(join("ja", "Ada", "Grace"), "Ada、Grace");
    assert.equal(join("ar", "1", "1"), "1 و1");
    assert.equal(join("no such language", "Ada"), "Ada");
  });
});

describe("The direction of a card", () => {
  it("is that of the first of its texts that has letters", () => {
    const { template: changelog } = compileTemplate({
      template: { id: "log", name: "Log", fields: { version: "string", title: "string" } },
      html: `<main dir="{{version | direction}} {{title | direction}}">{{version}} {{title}}</main>`,
      assets: {},
    });
    const directionOf = (version: string, title: string) =>
      changelog!.scene({ version, title }, size).direction;
    assert.deepEqual(
      [
        directionOf("4.2", "مرحبا"),
        directionOf("v4.2", "مرحبا"),
        directionOf("4.2", "Hi"),
        directionOf("4", "5"),
      ],
      ["rtl", "ltr", "ltr", "ltr"],
    );
  });

  it("follows a date in the language of the element with `dir=auto`", () => {
    const { template: dated } = compileTemplate({
      template: { id: "card", name: "Card", fields: { when: "string" } },
      html: '<main dir="auto" lang="ar">{{when | date}}</main>',
      assets: {},
    });
    assert.equal(dated!.scene({ when: "2026-11-29" }, size).direction, "rtl");
  });
});
