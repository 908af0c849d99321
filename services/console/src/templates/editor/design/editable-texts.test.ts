import assert from "node:assert/strict";
import { openDesign } from "../../../testing/open-design.ts";
import { editNextEntry, openField, textAt } from "./editable-texts.ts";

describe("the design of a template", () => {
  it("edits the values in a text of the card, or what is around them, or replaces all of it", () => {
    const html =
      "<main><h1>{{day}} · {{time | upper}}</h1><p>$ {{day}}</p><b>{{day}}<i>:</i>{{time}}</b><q>{{day | openquote}}{{day}}{{day | closequote}}</q><u>a</u></main>";
    const { design, draft, samples, sample, editedData } = openDesign(html, {
      fields: { day: { type: "string", maxLength: 9 }, time: "string" },
      samples: [{ name: "One", data: { day: "Sat (1)", time: "6.30" } }],
    });
    const data = () => (JSON.parse(draft.value.json) as { samples: [{ data: object }] }).samples[0].data;
    const edit = (path: string, next: string) => textAt(design, path)?.write(next);
    for (const [path, value, selections, maxLength] of [
      [
        "0",
        "Sat (1) · 6.30",
        [
          [0, 7],
          [10, 14],
        ],
        undefined,
      ],
      ["1", "$ Sat (1)", [[2, 9]], undefined],
      ["3", "Sat (1)", [[0, 7]], 9],
      ["4", "a", [], undefined],
    ] as const) {
      assert.equal(openField(design, path), false);
      assert.deepEqual({ ...textAt(design, path), write: 0 }, { value, selections, maxLength, write: 0 });
    }
    edit("0", "Sun · 7.00");
    assert.deepEqual(data(), { day: "Sun", time: "7.00" });
    edit("2", "Mon:7.30");
    edit("3", "Tue");
    assert.deepEqual(data(), { day: "Tue", time: "7.30" });
    assert.equal(draft.value.html, html);
    edit("0", "On Sat (1) at 6.30"); // the shown data is still the same here
    edit("1", "> Sat (1)");
    assert.match(draft.value.html, /<h1>On \{\{day\}\} at \{\{time \| upper\}\}<\/h1><p>> \{\{day\}\}/);
    edit("0", "Wed, 8:00");
    assert.match(draft.value.html, /<h1>Wed, 8:00<\/h1>/);
    const after = draft.value;
    assert.match(edit("2", "Sat (1) at 6.30") ?? "", /several texts/);
    assert.equal(draft.value, after);
    sample.value = samples.value[1]!;
    edit("3", "Long");
    assert.deepEqual(editedData.value, { day: "Long" });
  });

  it("keeps the only placeholder in an entry of a list when another text is typed over it, and elsewhere when a number is", () => {
    const html = `<main><p each="tag of tags">{{tag.share}}%</p><u each="day of days">• {{day}}</u><b>Round {{round}}</b></main>`;
    const { design, draft } = openDesign(html, {
      fields: {
        tags: { type: "array", items: { share: "number" } },
        days: { type: "array", items: "string" },
        round: "string",
      },
      samples: [
        { name: "One", data: { tags: [{ share: 58 }, { share: 8 }], days: ["Mon", "Tue"], round: "1" } },
      ],
    });
    for (const [path, typed, data] of [
      ["0:0", "33", { tags: [{ share: "33" }, { share: 8 }] }],
      ["0:1", "580", { tags: [{ share: 58 }, { share: "580" }] }],
      ["1:1", "Sun", { days: ["Mon", "Sun"] }],
      ["2", "12", { round: "12" }],
    ] as const) {
      textAt(design, path)!.write(typed);
      const { samples } = JSON.parse(draft.value.json) as { samples: [{ data: object }] };
      assert.deepEqual({ ...samples[0].data, ...data }, samples[0].data, typed);
      assert.equal(draft.value.html, html);
      design.undo();
    }
    textAt(design, "0:0")!.write("58 points");
    textAt(design, "2")!.write("Final");
    assert.match(draft.value.html, />\{\{tag.share\}\} points<[^]*<b>Final</);
  });

  it("changes one value when another text is typed over values around an element", () => {
    const html = "<main><p>{{home}}<i>:</i>{{away}}</p></main>";
    const { design, draft } = openDesign(html, {
      fields: { home: "string", away: "string" },
      samples: [{ name: "One", data: { home: "3", away: "1" } }],
    });
    for (const [index, typed, data] of [
      [undefined, "7", { home: "7", away: "1" }],
      [1, "31", { home: "3", away: "31" }],
    ] as const) {
      assert.equal(textAt(design, "0")!.write(typed, index), undefined);
      const { samples } = JSON.parse(draft.value.json) as { samples: [{ data: object }] };
      assert.deepEqual(samples[0].data, data);
      assert.equal(draft.value.html, html);
      design.undo();
    }
  });

  it("replaces many values by a long text", () => {
    const names = Array.from({ length: 12 }, (_, index) => `part${index}`);
    const html = `<main><p>${names.map((name) => `{{${name}}}`).join(" ")}.</p></main>`;
    const fields = Object.fromEntries(names.map((name) => [name, "string"]));
    const data = Object.fromEntries(names.map((name) => [name, name]));
    const { design, draft } = openDesign(html, { fields, samples: [{ name: "One", data }] });
    const text = "a ".repeat(500) + "b";
    textAt(design, "0")?.write(text);
    assert.equal(draft.value.html, `<main><p>${text}</p></main>`);
  });

  it("opens the field of an element without a text, and of initials and of values that can't be told apart, and edits no name of the brand alone", () => {
    const html = `<main><img src="{{photo}}"><p>{{first}}{{last}}</p><div style="background: {{tint}}"></div><p>a {{brand.name}}</p><b>{{brand.name}}</b><u>{{first | first}}</u><u>{{last | initials}}</u></main>`;
    const { design } = openDesign(html, {
      fields: { photo: "image-url", first: "string", last: "string", tint: "color" },
      samples: [{ name: "One", data: { first: "Ada", last: "Lovelace", tint: "red" } }],
    });
    assert.equal(openField(design, "0"), true);
    assert.deepEqual([design.selected.value?.path, design.isInspectorNext.value], ["0", true]);
    for (const [index, field] of ["first", "tint"].entries()) {
      assert.equal(openField(design, `${index + 1}`), true);
      assert.equal(design.shownField.value, field);
    }
    for (const [path, field] of [
      ["5", "first"],
      ["6", "last"],
    ] as const) {
      assert.equal(openField(design, path), true);
      assert.equal(design.shownField.value, field);
    }
    assert.equal(openField(design, "3"), false);
    assert.equal(textAt(design, "3")?.value, "a {{brand.name}}");
    assert.equal(textAt(design, "4"), undefined);
    assert.equal(textAt(design, ""), undefined);
  });

  it("edits texts and numbers of an entry of a list in place", () => {
    const html = `<main><p each="tag of tags">{{tag.name}}: {{tag.count}}</p><i each="day of days">{{day}}</i></main>`;
    const { design, draft } = openDesign(html, {
      fields: {
        tags: { type: "array", items: { name: "string", count: "number" } },
        days: { type: "array", items: "string" },
      },
      samples: [
        { name: "One", data: { tags: [{ name: "a", count: 1 }, { name: "b" }], days: ["Mon", "Tue"] } },
      ],
    });
    assert.equal(openField(design, "0:1"), false);
    assert.deepEqual(
      ["0:0", "0:1"].map((path) => textAt(design, path)?.value),
      ["a: 1", "b: "],
    );
    textAt(design, "0:1")?.write("new: 2");
    textAt(design, "1:0")?.write("Sun");
    const { samples } = JSON.parse(draft.value.json) as { samples: { data: object }[] };
    assert.deepEqual(samples[0]!.data, {
      tags: [
        { name: "a", count: 1 },
        { name: "new", count: "2" },
      ],
      days: ["Sun", "Tue"],
    });
    assert.equal(design.notice.value, undefined);
    textAt(design, "0:0")?.write("none");
    assert.match(draft.value.html, /<p each="tag of tags">none<\/p>/);
    assert.equal(design.notice.value, "All entries of “Tags” have this text.");
  });

  it("goes to the next entry of a list, after the last one of a sample to a copy if the list is not full, and removes an emptied text", () => {
    const html = `<main><p each="tag of tags"><b>{{tag.name}}</b></p><i each="day of days">{{day}}</i><u>{{title}}</u></main>`;
    const { design, draft, samples, sample } = openDesign(html, {
      fields: {
        tags: { type: "array", items: { name: "string", count: "number" }, maxItems: 3 },
        days: { type: "array", items: "string" },
        title: "string",
      },
      samples: [{ name: "One", data: { tags: [{ name: "a" }, { name: "b", count: 2 }], days: ["Mon"] } }],
    });
    const data = () => (JSON.parse(draft.value.json) as { samples: [{ data: object }] }).samples[0].data;
    const go = (at: string) => {
      sample.value = { name: "One", data: data() as never };
      samples.value = [sample.value, samples.value[1]!];
      design.editedNext.value = undefined;
      return [editNextEntry(design, at), design.editedNext.value];
    };
    assert.deepEqual(go("0:0/0"), [false, "0:1/0"]);
    assert.deepEqual(go("0:1/0"), [true, "0:2/0"]);
    const last = { name: "b", count: 2 };
    assert.deepEqual(data(), { tags: [{ name: "a" }, last, last], days: ["Mon"] });
    assert.deepEqual(go("0:2/0"), [false, undefined]);
    assert.deepEqual(go("2"), [false, undefined]);
    assert.deepEqual(go("1:0"), [true, "1:1"]);
    textAt(design, "1:0")?.write("");
    assert.deepEqual(data(), { tags: [{ name: "a" }, last, last], days: [] });
    sample.value = { name: "Other", data: { days: ["Mon"] } };
    assert.equal(editNextEntry(design, "1:0"), false);
  });

  it("writes a text to what it was read from, also after the element shows a field", () => {
    const { design, draft } = openDesign("<main><p>a</p></main>", {
      fields: { title: { type: "string", example: "Hi" } },
      samples: [{ name: "One", data: { title: "Hi" } }],
    });
    const text = textAt(design, "0")!;
    for (let time = 0; time < 2; time++) assert.equal(text.write("{{title}}"), undefined);
    assert.equal(draft.value.html, "<main><p>{{title}}</p></main>");
    assert.match(draft.value.json, /"data":\{"title":"Hi"\}/);
  });
});
