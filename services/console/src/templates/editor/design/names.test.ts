import assert from "node:assert/strict";
import { listElements } from "@placard/template-edit";
import { openDesign } from "../../../testing/open-design.ts";
import { insertHtml } from "./insertions.ts";
import { nameOf } from "./names.ts";
import { shapes } from "./new-elements.ts";

describe("the design of a template", () => {
  it("names elements by data-name, field or text, and containers by their class or what is in them", () => {
    const { template } = openDesign(
      `<main style="display: grid"><b data-name="Mine">a</b><h1>{{postTitle}}</h1><img src="{{brand.logo}}"><p>One two three four five six</p><ul><li each="a of b">{{a}}</li></ul><div style="display: flex"><i></i></div><div style="display: grid"><i></i></div><div class="left"><i></i></div><div class="column2"><i class="notch"></i></div></main>`,
    ).design;
    const names = listElements(template.value.root).map((element) => nameOf(template.value, element));
    const expected =
      "Card,Mine,Post title,Logo,One two three four five,List,A,Shape (row),Shape,Shape (grid),Shape,Left (column),Shape,Notch (column),Notch";
    assert.equal(String(names), expected);
  });

  it("names the layer at a place of the code", () => {
    const { design } = openDesign("<style>\n</style>\n<main>\n  <b>One</b></main>");
    const names = [4, 3, 1].map((line) => design.nameAt({ file: "html", line, column: 3 }));
    assert.deepEqual(names, ["One", "Card", "Template"]);
    insertHtml(design, shapes["Row"]!(design.template.value));
    assert.equal(nameOf(design.template.value, design.selected.value!), "Row");
  });

  it("names what a layer shows of its field", () => {
    const texts = [
      "{{day | date}}",
      "{{day | month}}",
      "{{ day|weekday: 'long' }}",
      "{{day}} {{day | year}}",
    ];
    const { design } = openDesign(`<main>${texts.map((text) => `<p>${text}</p>`).join("")}</main>`);
    const names = design.template.value.root!.children.map((each) => nameOf(design.template.value, each));
    assert.deepEqual(names, ["Day", "Day (month)", "Day (weekday)", "Day"]);
  });

  it("describes problems with the labels of fields, without placeholders", () => {
    const { design } = openDesign("<main></main>", { id: "a", name: "A", fields: { photoOfDay: "string" } });
    const problem = { file: "html", line: 1, column: 1, severity: "warning" } as const;
    const message = "The field `photoOfDay` is not used";
    const suggestion = "Insert `{{photoOfDay}}`, or remove the field.";
    assert.deepEqual(design.describe({ ...problem, message, suggestion }), {
      message: "The field “Photo of day” is not used",
      suggestion: "Insert “Photo of day”, or remove the field.",
    });
    const code = { message: "`float` is not supported", suggestion: "Write `{{ photoOfDay | upper }}`." };
    assert.deepEqual(design.describe({ ...problem, ...code }), {
      message: "`float` is not supported",
      suggestion: "Write “Photo of day”.",
    });
    const example = "/fields/photoOfDay/example/0/photo must have at most 2048 characters";
    assert.equal(
      design.describe({ ...problem, message: example }).message,
      "The example of “Photo of day” must have at most 2048 characters",
    );
    const sample = "/samples/0/data/facts/1/label is required";
    assert.equal(
      design.describe({ ...problem, message: sample }).message,
      "“Fact 2, label” must not be empty",
    );
  });
});
