import assert from "node:assert/strict";
import { createEngine, type ImageLoader } from "@placard/engine";
import { findElement } from "@placard/template-edit";
import { compileTemplate } from "@placard/templates";
import { previewSizes, samplesOf } from "@placard/templates/samples";
import { openDesign } from "../../../testing/open-design.ts";
import { emptyPage } from "../../starter.ts";
import { toAssetPath } from "../asset-path.ts";
import { testSamples } from "../test-data.ts";
import { columnOfOthers } from "./containers.ts";
import type { Design } from "./design.ts";
import {
  deleteField,
  describePlace,
  entryFor,
  insertAsset,
  insertHtml,
  insertShape,
  insertWithField,
  makeTextField,
  newFieldKinds,
} from "./insertions.ts";

/** Square images without content. */
const photos: ImageLoader = {
  measure: () => Promise.resolve({ width: 800, height: 800 }),
  load: (_, { width, height }) =>
    Promise.resolve({ width, height, rgba: new Uint8Array(4 * width * height) }),
};

describe("An insertion", () => {
  it("goes into an element that contains others or is empty, and behind one with a text", () => {
    const { design, draft } = openDesign("<main><p>a</p><div></div></main>");
    design.select("0");
    insertHtml(design, "<b></b>");
    assert.equal(design.selected.value?.path, "1");
    design.select("2");
    insertHtml(design, "<i></i>");
    assert.equal(draft.value.html, "<main><p>a</p><b></b><div><i></i></div></main>");
  });

  it("of a text goes below the selected text of a row, in a column of both", () => {
    const { design, draft } = openDesign(
      '<main style="display: flex"><h1 style="flex: 1">a</h1><img src="{{photo}}" alt=""></main>',
    );
    design.select("0");
    insertWithField(design, "Text");
    assert.match(
      draft.value.html,
      /<div style="[^"]*column;[^"]*flex: 1; min-width: 0"><h1 style="flex: none">a<\/h1><p /,
    );
    assert.equal(design.selected.value?.path, "0/1");
    design.select("1");
    insertWithField(design, "Text");
    assert.match(draft.value.html, /<img [^>]*><p [^>]*>\{\{text2\}\}<\/p><\/main>/);
  });

  it("keeps the space between elements of a card when they become a column, and has more to what is beside it", () => {
    const { design } = openDesign(emptyPage.html);
    const { row, column } = columnOfOthers(design.template.value, design.template.value.root!);
    assert.deepEqual(row, { "flex-direction": "var(--row)", gap: "5cqmin" });
    assert.match(column, /flex-direction: column; gap: var\(--gap\); flex: 1; min-width: 0">$/);
  });

  it("of the logo has the size that the brand sets, and moves nothing else", () => {
    const { design, draft } = openDesign(emptyPage.html);
    insertShape(design, "Logo of the brand");
    assert.match(draft.value.html, /<img if="brand.logo" [^>]*style="height: [^"]*var\(--logo-scale, 1\)/);
    const { styles, selected } = design;
    assert.equal(Math.round(styles.value.pixels(selected.value!, "height")!), 49);
    for (const side of ["top", "bottom"])
      assert.equal(styles.value.isSet(selected.value!, `margin-${side}`), false);
    assert.doesNotMatch(draft.value.html, /<img[^>]*auto/);
  });

  it("goes behind a list, which has only its entries, unless an entry or an element of one is selected", () => {
    const insertAt = (html: string, path: string) => {
      const { design, draft } = openDesign(html);
      design.select(path);
      const place = describePlace(design);
      insertHtml(design, "<b></b>");
      return [draft.value.html, place];
    };
    const list = '<main><ul><li each="a of b">{{a}}</li></ul></main>';
    assert.deepEqual(insertAt(list, "0"), [list.replace("</ul>", "</ul><b></b>"), "Inserted after “List”"]);
    assert.deepEqual(insertAt(list, "0/0"), [
      list.replace(
        ">{{a}}",
        ' style="display: flex; align-items: center; gap: 2.5cqmin"><span>{{a}}</span><b></b>',
      ),
      "Inserted in each of B, in “A”",
    ]);
    const group = '<main><section><div each="a of b"><p>{{a.c}}</p><i>d</i></div></section></main>';
    assert.equal(insertAt(group, "0")[0], group.replace("</section>", "</section><b></b>"));
    assert.deepEqual(insertAt(group, "0/0/0"), [
      group.replace("</p>", "</p><b></b>"),
      "Inserted in each of B, after “C”",
    ]);
    assert.equal(insertAt(group, "0/0")[0], group.replace("</i>", "</i><b></b>"));
    const { design, draft } = openDesign(list.replace("<ul>", '<ul style="display: flex">'));
    design.select("0/0");
    insertShape(design, "Fixed text");
    assert.match(draft.value.html, /<span>\{\{a\}\}<\/span><p [^>]*>Text<\/p><\/li>/);
  });

  it("makes an entry that is a text a row with an image or a label, and a column with a text", () => {
    const insertInto = (kind: "Image" | "Label" | "Text") => {
      const { design, draft } = openDesign("<main></main>");
      insertWithField(design, "List");
      design.select("0/0");
      insertWithField(design, kind);
      return /<li .*/.exec(draft.value.html)![0];
    };
    for (const kind of ["Image", "Label"] as const)
      assert.match(
        insertInto(kind),
        /display: flex; align-items: center; gap: [^"]*"><span style="line-clamp: 2[^"]*">\{\{item.text\}\}<\/span></,
      );
    assert.match(
      insertInto("Text"),
      /display: flex; flex-direction: column; gap: [^"]*"><span .*<\/span><p /,
    );
  });

  it("into an empty row or column replaces its height, so that it is as high as what is in it", () => {
    const { design, draft } = openDesign("<main></main>");
    insertShape(design, "Row");
    assert.match(draft.value.html, /min-height/);
    insertWithField(design, "Text");
    assert.doesNotMatch(draft.value.html, /min-height/);
  });

  it("on an empty page makes a card that shows everything at all sizes", async () => {
    const { design, draft } = openDesign(emptyPage.html);
    const at = (path: string, insert: () => void) => {
      design.select(path);
      insert();
    };
    at("", () => insertShape(design, "Row"));
    at("0", () => insertShape(design, "Column"));
    for (const kind of ["Label", "Title", "Text"] as const) at("0/0", () => insertWithField(design, kind));
    at("0/0", () => insertShape(design, "Logo of the brand"));
    at("0", () => insertShape(design, "Column"));
    at("0/1", () => insertWithField(design, "Image", "https://example.com/photo.png"));
    at("0/1", () => insertWithField(design, "List"));
    at("0/1/1/0", () => insertWithField(design, "Image", "https://example.com/entry.png"));
    at("0/1/1/0", () => insertWithField(design, "Label"));
    assert.equal(design.notice.value, undefined);
    const template = JSON.parse(draft.value.json) as Record<string, unknown>;
    const compiled = compileTemplate({ ...draft.value, template }).template!;
    const data = {
      ...samplesOf(template)[0]!.data,
      title: "How we cut our build times in half",
      text: "A short story about caches, patience and a few surprises on the way.",
    };
    const engine = createEngine({ images: photos });
    const logo = { id: "logo", contentType: "image/png", width: 400, height: 100 } as const;
    for (const [width, height] of [
      [1200, 630],
      [1200, 600],
      [1200, 500],
      [600, 315],
      [400, 210],
      [1080, 1080],
      [1080, 1920],
    ] as const) {
      const options = { width, height, data, brand: { logo: { onLight: logo } }, format: "png" } as const;
      const { warnings } = await engine.render(compiled, options);
      assert.deepEqual(warnings, [], `${width}×${height}`);
    }
  });

  it("of a photo makes a card of the empty page a row, whose column gets what is inserted next", () => {
    const { design, draft } = openDesign(emptyPage.html);
    const image = () => insertWithField(design, "Image", "asset:1");
    insertWithField(design, "Title");
    image();
    assert.equal(design.selected.value?.path, "1");
    assert.match(draft.value.html, /flex-direction: var\(--row\);[^]*@container/);
    assert.match(draft.value.html, /<div style="[^"]*flex: 1; min-width: 0">\s*<h1 [^]*<\/div>\s*<img /);
    assert.equal(describePlace(design), "Inserted after “Title”");
    insertWithField(design, "List");
    assert.equal(design.selected.value?.path, "0/1");
    design.select("");
    insertWithField(design, "Text");
    assert.equal(design.selected.value?.path, "0/2");
  });

  it("of a photo keeps texts that are inserted behind it beside it", () => {
    const { design, draft } = openDesign(emptyPage.html);
    insertWithField(design, "Image", "asset:1");
    insertWithField(design, "Title");
    assert.equal(design.selected.value?.path, "1");
    insertWithField(design, "List");
    assert.match(
      draft.value.html,
      /<img [^>]*flex: 1 1 var\(--photo\)[^]*<div [^>]*min-width: 0">\s*<h1 [^]*<ul /,
    );
  });

  it("of a photo leaves cards alone that are no column, or can't be a row on wide cards only", () => {
    for (const html of [
      '<main style="display: flex; flex-direction: column"><p>a</p></main>',
      '<main style="--row: row; display: flex; flex-direction: row"><p>a</p></main>',
    ]) {
      const { design, draft } = openDesign(html);
      insertWithField(design, "Image", "asset:1");
      assert.match(draft.value.html, /<p>a<\/p><img [^>]*flex: 1;/);
    }
  });

  it("of a photo makes it lower before texts are smaller on tall cards, and before list entries are left out", async () => {
    const engine = createEngine({ images: photos });
    for (const [container, photoPath] of [
      ["", "1"],
      ["0", "0/1"],
    ] as const) {
      const { design, draft } = openDesign(emptyPage.html);
      if (container) insertShape(design, "Row");
      const at = (path: string, insert: () => void) => {
        design.select(path);
        insert();
      };
      if (container) at("0", () => insertShape(design, "Column"));
      at(container && "0/0", () => insertWithField(design, "Title"));
      at(container, () => insertWithField(design, "Image", "https://example.com/photo.png"));
      at(container ? "0/0" : "", () => insertWithField(design, "List"));
      const template = JSON.parse(draft.value.json) as Record<string, unknown>;
      const compiled = compileTemplate({ ...draft.value, template }).template!;
      for (const [height, least, counts] of [
        [540, 0.28, [1, 3, 6, 9]],
        [840, 0.22, [1, 5, 9]],
      ] as const) {
        const cards = counts.map(async (count) => {
          const items = Array.from({ length: count }, () => "Tests only where code changed");
          const title = "How we cut our build times in half";
          const data = { ...samplesOf(template)[0]!.data, title, items };
          const options = { width: 540, height, data, format: "png" } as never;
          const { boxes, warnings } = await engine.render(compiled, options);
          assert.deepEqual(warnings, []);
          const texts = boxes.flatMap(({ text }) => text?.fontSize ?? []);
          return {
            photo: boxes.find(({ path }) => path === photoPath)!.height / 540,
            text: Math.min(...texts),
          };
        });
        const [one, some, more, most] = await Promise.all(cards);
        assert.ok(one!.photo > some!.photo && some!.photo > least && some!.text === one!.text);
        assert.ok(more!.photo > least - 0.01 && more!.text < one!.text);
        assert.ok(!most || most.photo < least);
      }
    }
  });

  it("of texts and a label beside a photo breaks long words, and leaves no entry of a list out", async () => {
    const { design, draft, run } = openDesign(emptyPage.html);
    insertShape(design, "Logo of the brand");
    for (const kind of ["Label", "Title", "Text", "List"] as const) insertWithField(design, kind);
    insertWithField(design, "Image", "https://example.com/photo.png");
    const texts = {
      title: "Autumn workshops at the harbour",
      text: "Three evenings by the water, with tea",
      items: ["Knots and splices", "Reading the tide", "Mending nets"],
      image: "https://example.com/photo.png",
    };
    const check = async (data: object, share = "1") => {
      const html = draft.value.html.replace("flex: 1 1 var(--photo)", `flex: ${share} 1 var(--photo)`);
      const { template } = compileTemplate({
        template: JSON.parse(draft.value.json) as never,
        html,
        assets: {},
      });
      const logo = { onLight: { id: "logo", contentType: "image/png", width: 400, height: 100 } };
      for (const { width, height } of previewSizes) {
        const options = { width, height, data, brand: { logo }, format: "png" } as never;
        const { warnings } = await createEngine({ images: photos }).render(template!, options);
        assert.deepEqual(warnings, [], `${width}×${height}`);
      }
    };
    const word = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk";
    for (const title of [word, `${word} opens today`]) await check({ ...texts, title });
    const withLabel = { ...texts, label: "From 4 October" };
    await check(withLabel, "1.35");
    design.select("0/0");
    design.toggle("0/1");
    run("Wrap in row");
    await check(withLabel, "1.35");
  });

  it("of a title and a list into a row shares its room between them, also if the title is long", async () => {
    const { design, draft } = openDesign(emptyPage.html);
    insertShape(design, "Row");
    insertWithField(design, "Title");
    design.select("0");
    insertWithField(design, "List");
    const template = JSON.parse(draft.value.json) as Record<string, unknown>;
    const compiled = compileTemplate({ ...draft.value, template }).template!;
    const { data } = testSamples(template).find(({ name }) => name === "Longest texts")!;
    const { boxes } = await createEngine().render(compiled, { data: data as never, format: "png" });
    const [title, list] = ["0/0", "0/1"].map((path) => boxes.find((box) => box.path === path)!.width);
    assert.ok(Math.abs(title! - list!) < 40, `${title} ${list}`); // the list has a padding
  });

  it("of a title in a row or of labels in a list cuts the longest texts off, and leaves nothing out", async () => {
    const engine = createEngine();
    const render = async (
      insert: (at: (path: string, kind: "Title" | "Text" | "Label" | "List") => void, design: Design) => void,
    ) => {
      const { design, draft } = openDesign(emptyPage.html);
      insert((path, kind) => {
        design.select(path);
        insertWithField(design, kind);
      }, design);
      const template = JSON.parse(draft.value.json) as Record<string, unknown>;
      const compiled = compileTemplate({ ...draft.value, template }).template!;
      const { data } = testSamples(template).find(({ name }) => name === "Longest texts")!;
      for (const { width, height } of previewSizes) {
        const options = { width, height, data, format: "png" } as never;
        const { warnings } = await engine.render(compiled, options);
        const others = warnings.filter(({ message }) => !message.includes("was cut off"));
        assert.deepEqual(others, [], `${width}×${height}`);
      }
    };
    await render((at, design) => {
      insertShape(design, "Row");
      for (const kind of ["Title", "Label", "Text"] as const) at("0", kind);
    });
    await render((at) => {
      for (const [path, kind] of [
        ["", "Title"],
        ["", "List"],
        ["1/0", "Label"],
        ["1/0", "Label"],
      ] as const)
        at(path, kind);
    });
    await render((at, design) => {
      insertShape(design, "Grid");
      for (const [path, kind] of [
        ["0", "List"],
        ["0/0/0", "Label"],
        ["0", "Text"],
      ] as const)
        at(path, kind);
    });
  });

  it("of a label makes what is beside it in the entry of a list give way, also when that becomes a column", () => {
    const { design, draft } = openDesign("<main></main>");
    insertWithField(design, "List");
    design.select("0/0");
    insertWithField(design, "Label");
    insertWithField(design, "Label");
    assert.equal(draft.value.html.match(/flex-shrink: 9999/g)?.length, 1);
    assert.match(draft.value.html, /<span style="[^"]*flex-shrink: 9999">/);
    design.select("0/0/0");
    insertWithField(design, "Text");
    assert.match(draft.value.html, /<div style="[^"]*column;[^"]*flex-shrink: 9999"><span /);
  });

  it("of two labels into the entries of a narrow list shows the texts and a label that has room, whole", async () => {
    const { design, draft } = openDesign(emptyPage.html);
    insertShape(design, "Grid");
    insertWithField(design, "List");
    for (const kind of ["Label", "Label"] as const) {
      design.select("0/0/0");
      insertWithField(design, kind);
    }
    const template = JSON.parse(draft.value.json) as Record<string, unknown>;
    const compiled = compileTemplate({ ...draft.value, template }).template!;
    const items = [{ text: "Tests only where code changed", label: "New", label2: "Fast" }];
    for (const { width, height } of previewSizes) {
      const { warnings } = await createEngine().render(compiled, {
        width,
        height,
        data: { items },
        format: "png",
      });
      const others = warnings.filter(({ field }) => !/text$|label2$/.test(field));
      assert.deepEqual(others, [], `${width}×${height}`);
      assert.ok(warnings.every(({ field, message }) => field.endsWith("label2") || /cut off/.test(message)));
    }
  });

  it("in the entries of a list is a new part of the list, with an example in each entry", () => {
    const { design, draft } = openDesign(
      '<main><ul style="display: flex"><li each="plan of plans"><b>{{plan.text}}</b><i>New</i></li></ul></main>',
      {
        id: "a",
        name: "A",
        fields: { plans: { type: "array", items: { text: "string" } }, text: "string" },
        samples: [{ name: "One", data: { plans: [{ text: "Free" }, { text: "Pro" }] } }],
      },
    );
    const list = () => {
      const { fields, samples } = JSON.parse(draft.value.json) as {
        fields: { plans: { items: object } };
        samples: [{ data: { plans: object } }];
      };
      return { parts: Object.keys(fields.plans.items), entries: samples[0].data.plans, fields };
    };
    design.select("0/0");
    insertWithField(design, "Text");
    assert.match(draft.value.html, /<\/i><p [^>]* if="plan.text2">\{\{plan.text2\}\}<\/p><\/li>/);
    assert.equal(design.editedNext.value, "0/0/2");
    insertWithField(design, "Title");
    insertWithField(design, "Image", "asset:1");
    makeTextField(design, findElement(design.template.value, "0/0/1")!, "New");
    assert.match(draft.value.html, /<i if="plan.text3">\{\{plan.text3\}\}<\/i>/);
    const { parts, entries, fields } = list();
    assert.deepEqual(parts, ["text", "text2", "title", "image", "text3"]);
    const added = { text2: "Your text", title: "Your title", image: "asset:1", text3: "New" };
    assert.deepEqual(entries, [
      { text: "Free", ...added },
      { text: "Pro", ...added },
    ]);
    assert.deepEqual(Object.keys(fields), ["plans", "text"]);
    assert.deepEqual(
      [...entryFor(design)!.parts.keys()],
      parts.map((part) => `plan.${part}`),
    );
    assert.deepEqual(newFieldKinds(design), ["Title", "Text", "Label"]);
    assert.equal(design.template.value.error, undefined);
  });

  it("of a new part makes a list of texts one of entries with parts, in one step", () => {
    const { design, draft } = openDesign("<main></main>");
    insertWithField(design, "List");
    design.select("0/0");
    let steps = -1; // without the draft before
    draft.subscribe(() => steps++);
    insertWithField(design, "Text");
    assert.equal(steps, 1);
    assert.match(
      draft.value.html,
      /<span [^>]*>\{\{item.text\}\}<\/span><p [^>]*>\{\{item.text2\}\}<\/p><\/li>/,
    );
    const { fields } = JSON.parse(draft.value.json) as { fields: { items: { example: object[] } } };
    assert.deepEqual(fields.items.example[0], { text: "First", text2: "Your text" });
    assert.equal(design.template.value.error, undefined);
  });

  it("shows a field by its type, or adds one with a free name in the same step", () => {
    const { design, draft } = openDesign("<main></main>");
    design.select("");
    insertWithField(design, "Title");
    assert.match(draft.value.html, /<h1 style="[^"]+">\{\{title\}\}/);
    assert.equal(design.editedNext.value, "0");
    insertWithField(design, "Text");
    assert.match(draft.value.html, /<p style="[^"]*" if="text">\{\{text\}\}/);
    insertWithField(design, "Image", "asset:1");
    insertWithField(design, "Image", "asset:2");
    assert.equal(design.notice.value, undefined);
    const { fields, required } = JSON.parse(draft.value.json) as { fields: object; required: string[] };
    assert.deepEqual([Object.keys(fields), required], [["title", "text", "image", "image2"], ["title"]]);
    design.select("");
    insertWithField(design, "List");
    assert.equal(design.editedNext.value, "4/0");
    assert.match(draft.value.html, /<img src="\{\{image2\}\}"[^>]* if="image2">/);
    assert.match(draft.value.html, /<li each="item of items" drop="1"[^>]*>\{\{item\}\}<\/li>/);
    assert.equal(design.template.value.error, undefined);
  });

  it("of a field for a fixed text takes its name from the layer or the tag, and the text as example", () => {
    const html =
      '<main><h1>A &amp;\n  B</h1><p data-name="Event date">1 May</p><p data-name="日付">Now</p></main>';
    const long = "long ".repeat(40).trim();
    const { design, draft } = openDesign(html);
    for (const [path, text] of [
      ["0", "A &\n  B"],
      ["1", "1 May"],
      ["2", long],
    ] as const)
      makeTextField(design, findElement(design.template.value, path)!, text);
    assert.equal(
      draft.value.html,
      '<main><h1 if="title">{{title}}</h1><p data-name="Event date" if="event_date">{{event_date}}</p><p data-name="日付" if="text">{{text}}</p></main>',
    );
    const { fields } = JSON.parse(draft.value.json) as { fields: Record<string, { example: string }> };
    const examples = Object.entries(fields).map(([name, { example }]) => [name, example]);
    assert.deepEqual(Object.fromEntries(examples), { title: "A & B", event_date: "1 May", text: long });
    assert.equal(design.template.value.error, undefined);
  });

  it("of the first title lays the card out in its direction, until its field is deleted", () => {
    const { design, draft, run } = openDesign("<main></main>");
    insertWithField(design, "Title");
    insertWithField(design, "Title");
    assert.match(draft.value.html, /^<main dir="\{\{title \| direction\}\}">/);
    deleteField(design, "title");
    assert.match(design.notice.value ?? "", /uses “Title”/); // its element shows it
    design.select("0");
    run("Delete");
    deleteField(design, "title");
    assert.equal(design.notice.value, undefined);
    assert.match(draft.value.html, /^<main>\s/);
  });

  it("of an asset adds it to the template, under another name if that is taken by another file", () => {
    const { design, draft } = openDesign("<main></main>");
    insertAsset(design, "star.svg", "asset-1");
    assert.deepEqual(draft.value.assets, { "star.svg": "asset-1" });
    assert.match(draft.value.html, /<img src="assets\/star.svg"/);
    insertAsset(design, "star.svg", "asset-1");
    insertAsset(design, "star.svg", "asset-2");
    assert.deepEqual(draft.value.assets, { "star.svg": "asset-1", "star-2.svg": "asset-2" });
    for (const [name, id] of [
      ["写真.png", "asset-3"],
      ["Фото.png", "asset-4"],
    ] as const)
      insertAsset(design, toAssetPath(name), id);
    assert.deepEqual(Object.keys(draft.value.assets).slice(2), ["file.png", "file-2.png"]);
  });
});
