import assert from "node:assert/strict";
import { waitFor, within } from "@testing-library/dom";
import { ApiError } from "../../../testing/fake-api.ts";
import { openDraft } from "../../../testing/open-draft.ts";

const page = { id: "mine", name: "Mine", fields: {} };

describe("the inspector", () => {
  it("sets one side of a space, aligns an element by pictures, and shows it only without a field", async () => {
    const fields = { photo: { type: "string", format: "image-url" } };
    const html =
      '<main style="display: flex; flex-direction: column"><p style="padding: 8px">Hello</p></main>';
    const app = await openDraft(html, { ...page, fields });
    const written = async (text: RegExp) =>
      waitFor(() => assert.match(JSON.stringify(app.api.requests.at(-1)?.body), text));
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const space = within(await app.findByRole("group", { name: "Space inside by side" }));
      const left = space.getByLabelText<HTMLInputElement>("Left");
      assert.equal(left.value, "8");
      left.value = "24";
      left.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await written(/padding: 8px 8px 8px 24px/);
      within(app.getByRole("radiogroup", { name: "Align this" }))
        .getByLabelText("Right")
        .click();
      await written(/align-self: flex-end/);
      const show = app.getByLabelText<HTMLSelectElement>("Show");
      show.value = "unless photo";
      show.dispatchEvent(new Event("change"));
      await written(/unless=\\"photo\\"/);
    } finally {
      await app.close();
    }
  });

  it("aligns the elements of a group that has no layout, as the column that it looks like", async () => {
    const app = await openDraft("<main><div><p>Hello</p><p>World</p></div></main>", page);
    try {
      (await app.findByRole("treeitem", { name: /\(column\)/ })).click();
      const align = await app.findByRole("radiogroup", { name: "Align items" });
      assert.ok(!align.closest("details details"), "the group is rarely needed");
      within(align).getByLabelText("Right").click();
      const style = /<div style=\\"display: flex; flex-direction: column; align-items: flex-end\\">/;
      await waitFor(() => assert.match(JSON.stringify(app.api.requests.at(-1)?.body), style));
    } finally {
      await app.close();
    }
  });

  it("shows the space at the start of a list as the one at its left", async () => {
    const html = '<main><ul style="padding-inline-start: 24px"><li>Hello</li></ul></main>';
    const app = await openDraft(html, page);
    try {
      (await app.findByRole("treeitem", { name: /list/i })).click();
      const space = within(await app.findByRole("group", { name: "Space inside by side" }));
      const values = ["Left", "Right"].map((side) => space.getByLabelText<HTMLInputElement>(side).value);
      assert.deepEqual(values, ["24", ""]);
      assert.equal(app.queryByLabelText(/inline/), null);
    } finally {
      await app.close();
    }
  });

  it("shows a length in pixels that depends on a variable of the brand", async () => {
    const html = '<main><img src="{{brand.logo}}" style="height: calc(40px * var(--logo-scale, 1))"></main>';
    const app = await openDraft(html, page);
    try {
      (await app.findByRole("treeitem", { name: /logo/i })).click();
      assert.equal((await app.findByLabelText<HTMLInputElement>("Height")).value, "40");
    } finally {
      await app.close();
    }
  });

  it("shows the weight that a tag gives a text, and of a photo a rounded share and nothing that arranges others", async () => {
    const text = { fontWeight: 700, fontFamily: ["Inter"], x: 0, y: 0, width: 9, height: 9, fontSize: 9 };
    const boxes = [{ path: "0", x: 0, y: 0, width: 9, height: 9, text }];
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes, variables: {} };
    const html = '<main><h1>Hello</h1><img src="{{photo}}" alt="" style="flex: 1.3421 1 0px"></main>';
    const fields = { photo: { type: "string", format: "image-url" } };
    const app = await openDraft(html, { ...page, fields }, { "POST /og/templates/preview": card });
    const shown = async (label: string) =>
      (await app.findByLabelText<HTMLSelectElement>(label)).selectedOptions[0]?.textContent;
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      assert.equal(await shown("Font weight"), "Bold");
      (await app.findByRole("treeitem", { name: /photo/i })).click();
      assert.equal(await shown("Share of the room"), "1.34");
      for (const label of ["Distribute", "Align items", "Space between"])
        assert.equal(app.queryByText(label, { exact: true }), null);
      (await app.findByRole("treeitem", { name: "Card" })).click();
      await app.findByText("Distribute");
    } finally {
      await app.close();
    }
  });

  it("sets the visible part of a cropped image to the percent", async () => {
    const fields = { photo: { type: "string", format: "image-url" } };
    const html = '<main><img src="{{photo}}" alt="" style="object-position: top"></main>';
    const app = await openDraft(html, { ...page, fields });
    try {
      (await app.findByRole("treeitem", { name: /photo/i })).click();
      const part = within(await app.findByRole("group", { name: "Visible part" }));
      const [across, down] = part.getAllByRole<HTMLInputElement>("slider");
      assert.deepEqual([across!.value, down!.value], ["50", "0"]);
      down!.value = "37";
      down!.dispatchEvent(new Event("change", { bubbles: true }));
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /object-position: 50% 37%/),
      );
    } finally {
      await app.close();
    }
  });

  it("leads to the elements around an element above its name, keeps its place for those of the same kind, and its groups open for others", async () => {
    const app = await openDraft("<main><div><p>Hello</p></div><p>Two</p></main>", page);
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const around = await app.findByRole("navigation", { name: "Elements around it" });
      const first = app.getByRole("region", { name: "Inspector" });
      const border = () => within(first).getByText("Border", { selector: "summary" }).closest("details")!;
      border().querySelector("summary")!.click();
      assert.ok(border().open);
      (await app.findByRole("treeitem", { name: "Two" })).click();
      await app.findByRole("heading", { name: "Two" });
      assert.ok(border().open);
      assert.equal(app.getByRole("region", { name: "Inspector" }), first);
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      await app.findByRole("heading", { name: "Hello" });
      const buttons = within(around).getAllByRole("button");
      assert.deepEqual(
        buttons.map(({ textContent }) => textContent),
        ["Card", "Hello (column)"],
      );
      buttons[0]!.click();
      await app.findByRole("heading", { name: "Card" });
      const other = app.getByRole("region", { name: "Inspector" });
      assert.notEqual(other, first);
      assert.ok(within(other).getByText("Border", { selector: "summary" }).closest("details")!.open);
    } finally {
      await app.close();
    }
  });

  it("opens the field of an element at its example, also on a phone, where the fields are closed", async () => {
    const fields = { intro: "string", title: { type: "string", example: "Hello" } };
    const app = await openDraft("<main><p>{{title}}</p></main>", { ...page, fields });
    try {
      (await app.findByRole("treeitem", { name: "Title" })).click();
      const button = await app.findByRole("button", { name: "Open the field “Title”" });
      globalThis.matchMedia = () => ({ matches: true }) as MediaQueryList;
      button.click();
      const list = await app.findByRole("list", { name: "Fields" });
      await waitFor(() => {
        const open = [...list.querySelectorAll("details")].filter((each) => each.open);
        assert.deepEqual(
          open.map((each) => within(each).getByRole("heading").textContent),
          ["Title"],
        );
        assert.equal(document.activeElement, within(open[0]!).getByLabelText("Example"));
      });
    } finally {
      await app.close();
    }
  });

  it("uploads a photo where it is missing on the card, or says which files are photos, and selects it", async () => {
    const fields = { photo: { type: "string", format: "image-url" }, title: "string" };
    const html =
      '<main><img src="{{photo}}" alt="" if="photo"><i unless="photo">No photo</i><b unless="title">No title</b></main>';
    const answers = { "POST /assets": new ApiError(415, "unsupported_media_type") };
    const app = await openDraft(html, { ...page, fields }, answers);
    try {
      (await app.findByRole("treeitem", { name: /^No title/ })).click();
      await app.findByRole("heading", { name: "No title" });
      assert.equal(app.queryByText("Image of the shown data"), null);
      (await app.findByRole("treeitem", { name: /^No photo/ })).click();
      await app.findByText("Image of the shown data");
      const inspector = within(app.getByRole("region", { name: "Inspector" }));
      inspector.getByRole("button", { name: /Upload an image/ });
      const file = inspector.getByLabelText<HTMLInputElement>(/^File: /);
      Object.defineProperty(file, "files", { value: [new File(["x"], "photo.png")] });
      file.dispatchEvent(new Event("change", { bubbles: true }));
      await app.findByText(/Choose an image in PNG, JPEG or WebP\.$/);
      app.api.answer("POST /assets", { id: "image-1" });
      file.dispatchEvent(new Event("change", { bubbles: true }));
      await app.findByRole("heading", { name: "Photo" });
    } finally {
      await app.close();
    }
  });

  it("leads from an image on the card to its upload, and back to the canvas", async () => {
    const boxes = ["", "0"].map((path) => ({ path, x: 0, y: 0, width: 1200, height: 630 }));
    const app = await openDraft(
      '<main><img src="{{photo}}" alt=""></main>',
      { ...page, fields: { photo: { type: "string", format: "image-url" } } },
      {
        "POST /og/templates/preview": {
          image: "",
          width: 1200,
          height: 630,
          warnings: [],
          boxes,
          variables: {},
        },
      },
    );
    try {
      const canvas = await app.findByRole("application", { name: "Canvas" });
      app.getByRole("treeitem", { name: "Photo" }).click();
      const inspector = within(await app.findByRole("region", { name: "Inspector" }));
      const upload = await inspector.findByRole("button", { name: /^Upload an image/ });
      const press = (on: Element, key: string) =>
        on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const hasFocus = (element: Element) => waitFor(() => assert.ok(document.activeElement === element));
      for (const key of ["Enter", "i"]) {
        press(canvas, key);
        await hasFocus(upload);
        press(upload, "Escape");
        await hasFocus(canvas);
      }
    } finally {
      await app.close();
    }
  });

  it("says which size an element has on the card if it gives way or has a share of the room", async () => {
    const html = `<main><div style="display: flex"><img src="{{photo}}" alt="" style="height: 400px; flex: 2 1 0"></div></main>`;
    const boxes = [{ path: "0/0", x: 0, y: 0, width: 600, height: 282.4 }];
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes, variables: {} };
    const app = await openDraft(html, page, { "POST /og/templates/preview": card });
    try {
      (await app.findByRole("treeitem", { name: "Photo" })).click();
      await app.waitFor("Height on this card: 282 px");
      assert.equal(app.getByLabelText<HTMLInputElement>("Width").placeholder, "Auto, 600 px");
      const sizes = app.getByText("Size and spacing").closest("details")!;
      assert.equal(within(sizes).getByLabelText<HTMLSelectElement>("Share of the room").value, "2");
    } finally {
      await app.close();
    }
  });

  it("offers to repeat an element, shows the list that it has after a refused one, and lets an element give way", async () => {
    const fields = { items: { type: "array", items: "string" }, tags: { type: "array", items: "string" } };
    const html =
      '<main><ul><li each="item of items"><b>{{item}}</b><i each="tag of tags">{{tag}}</i></li></ul><p>Hello</p></main>';
    const app = await openDraft(html, { ...page, fields });
    const select = async (name: RegExp) => (await app.findByRole("treeitem", { name })).click();
    const choose = (list: HTMLSelectElement, value: string) => {
      list.value = value;
      list.dispatchEvent(new Event("change"));
    };
    try {
      await select(/^Hello/);
      choose(await app.findByLabelText<HTMLSelectElement>("Repeat"), "item of tags");
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /<p each=\\"item of tags\\">/),
      );
      await select(/^Tag/);
      const list = await app.findByLabelText<HTMLSelectElement>("Repeat");
      choose(list, "item of items");
      await app.waitFor(/Choose another name for the loop variable/);
      assert.equal(list.value, "tag of tags");
      app.click("Undo");
      await waitFor(() => assert.equal(app.queryAllByText(/Choose another name/).length, 0));
      await select(/^Item/);
      await app.findByRole("heading", { name: /^Item/ });
      choose(await app.findByLabelText<HTMLSelectElement>("Without room"), "2");
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /<b drop=\\"2\\">\{\{item/),
      );
      assert.equal(app.queryByLabelText("Repeat"), null);
    } finally {
      await app.close();
    }
  });

  it("shows each way to write a share of the room as the same choice", async () => {
    const app = await openDraft('<main style="display: flex"><p style="flex: 1 1 0">Hello</p></main>', page);
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const share = await app.findByLabelText<HTMLSelectElement>("Share of the room");
      const labels = [...share.options].map(({ value, textContent }) => [value, textContent]);
      assert.deepEqual(labels.slice(-3), [
        ["1", "1 share"],
        ["2", "2 shares"],
        ["3", "3 shares"],
      ]);
      assert.equal(share.value, "1");
      assert.ok(!labels.flat().includes("1 1 0"));
    } finally {
      await app.close();
    }
  });

  it("writes a smallest and a largest font size as a range, and one size if they are the same", async () => {
    const app = await openDraft(
      '<main style="--title: 96px"><p style="font-size: 72px">Hello</p></main>',
      page,
    );
    const enter = async (label: string, value: string, written: string) => {
      const group = await app.findByRole("group", { name: "Range of font sizes" });
      const field = within(group).getByLabelText<HTMLInputElement>(label);
      field.value = value;
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await waitFor(() =>
        assert.ok(JSON.stringify(app.api.requests.at(-1)?.body).includes(`font-size: ${written}\\"`)),
      );
    };
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      await enter("Smallest", "40", "fit(40px, 72px)");
      app.click("More: Font size");
      await waitFor(() => assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /fit\(44px, 76px\)/));
      await enter("Largest", "96", "fit(44px, 96px)");
      await enter("Smallest", "Title / 2", "fit(calc(var(--title) / 2), 96px)");
      await enter("Smallest", "", "96px");
    } finally {
      await app.close();
    }
  });

  it("changes one end of the range of font sizes that a text inherits, also only at a size", async () => {
    const css = "<style>main { --most: 14cqmin; font-size: fit(20px, var(--most)) }</style>";
    const app = await openDraft(`${css}<main><p>Hello</p></main>`, page);
    const enter = async (label: string, value: string, written: string) => {
      const field = await app.findByLabelText<HTMLInputElement>(label);
      field.value = value;
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await waitFor(() => assert.ok(JSON.stringify(app.api.requests.at(-1)?.body).includes(written)));
    };
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      await enter("Largest", "60", '<p style=\\"font-size: fit(20px, calc(var(--most) * 0.68))');
      app.getByLabelText(/^Square/).click();
      await enter("Smallest", "110", ".p-1 { font-size: fit(110px, calc(var(--most) * 0.68)); }");
    } finally {
      await app.close();
    }
  });

  it("shows lengths as whole pixels of the shown card", async () => {
    const css =
      "<style>main { --text: 32px } @container (aspect-ratio < 1.1) { main { --text: 44px } }</style>";
    const text =
      '<p style="font-size: calc(var(--text) * 1.5); margin: calc(-1 * var(--text)) 0; min-height: 10.04cqw">Hello</p>';
    const app = await openDraft(`${css}<main>${text}</main>`, page);
    const declarationOf = (label: string, group = app.getByRole("region", { name: "Inspector" })) =>
      within(group).getByLabelText<HTMLInputElement>(label).value;
    const shown = () => [
      declarationOf("Font size"),
      declarationOf("Smallest height"),
      declarationOf("Top", app.getByRole("group", { name: "Space outside by side" })),
    ];
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      await waitFor(() => assert.deepEqual(shown(), ["48", "120", "-32"]));
      app.getByLabelText(/^Square/).click();
      await waitFor(() => assert.deepEqual(shown(), ["66", "108", "-44"]));
    } finally {
      await app.close();
    }
  });

  it("names the font of a text in either quotes", async () => {
    const html = `<main><p style="font-family: 'Source Serif 4'">Hello</p></main>`;
    const app = await openDraft(html, page);
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const font = await app.findByLabelText<HTMLSelectElement>("Font");
      assert.equal(font.selectedOptions[0]?.textContent, "Source Serif 4");
    } finally {
      await app.close();
    }
  });

  it("gives a text a color of the brand or of the card with one click, in place of one that was refused", async () => {
    const variables = { "--accent": "#2563eb", "--ink": "#111111" };
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes: [], variables };
    const html = '<main><p>Hello</p><i style="background:#0EA5E9"></i></main>';
    const app = await openDraft(html, page, { "POST /og/templates/preview": card });
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const colors = await app.findByRole("group", { name: "Colors: Text color" });
      const field = app.getByLabelText<HTMLInputElement>("Text color", { selector: "input" });
      field.value = "dark";
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      const refusal = () => document.querySelector(".source-field .field-error");
      await waitFor(() => assert.match(refusal()?.textContent ?? "", /dark/));
      within(colors).getByRole("button", { name: "Accent" }).click();
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /<p style=\\"color: var\(--accent\)\\">/),
      );
      await waitFor(() => assert.equal(refusal(), null));
      assert.equal(field.value, "Accent");
      within(colors).getByRole("button", { name: "Accent", pressed: true });
      within(colors).getByRole("button", { name: "#0ea5e9" }).click();
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /<p style=\\"color: #0ea5e9\\">/),
      );
    } finally {
      await app.close();
    }
  });

  it("shows the color stops and the angle of a gradient of the brand, and writes it with others", async () => {
    const gradient = "linear-gradient(#ffffff, #ffffff 50%, #2563eb)";
    const variables = { "--ground": "#ffffff", "--accent": "#2563eb", "--ground-gradient": gradient };
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes: [], variables };
    const html = '<main style="background-image: var(--ground-gradient)">Hello</main>';
    const app = await openDraft(html, page, { "POST /og/templates/preview": card });
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      await app.findByRole("group", { name: "Colors: color stop 1" });
      app.click("Color stop 2");
      const colors = await app.findByRole("group", { name: "Colors: color stop 2" });
      within(colors).getByRole("button", { name: "Background", pressed: true });
      within(colors).getByRole("button", { name: "Accent" }).click();
      await waitFor(() =>
        assert.match(
          JSON.stringify(app.api.requests.at(-1)?.body),
          /linear-gradient\(var\(--ground\), var\(--accent\) 50%, var\(--accent\)\)/,
        ),
      );
      const angle = app.getByLabelText<HTMLInputElement>("Angle");
      assert.equal(angle.value, "180");
      app.type("Angle", "90");
      angle.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await waitFor(() =>
        assert.match(
          JSON.stringify(app.api.requests.at(-1)?.body),
          /linear-gradient\(90deg, var\(--ground\)/,
        ),
      );
    } finally {
      await app.close();
    }
  });

  it("has the secondary color of the brand among the swatches if it has one, and arrow keys lead to it", async () => {
    const swatchesWith = async (secondary: string) => {
      const variables = { "--accent": "#0f766e", "--secondary": secondary, "--ink": "#111111" };
      const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes: [], variables };
      const app = await openDraft("<main><p>Hello</p></main>", page, { "POST /og/templates/preview": card });
      try {
        (await app.findByRole("treeitem", { name: "Hello" })).click();
        const colors = await app.findByRole("group", { name: "Colors: Text color" });
        const swatches = within(colors).getAllByRole("button");
        assert.deepEqual([...new Set(swatches.slice(1).map(({ tabIndex }) => tabIndex))], [-1]);
        swatches[0]!.focus();
        colors.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        assert.equal(document.activeElement, swatches[1]);
        return swatches.map((button) => button.getAttribute("aria-label"));
      } finally {
        await app.close();
      }
    };
    assert.deepEqual((await swatchesWith("#f59e0b")).slice(0, 2), ["Accent", "Secondary"]);
    assert.ok(!(await swatchesWith("#0f766e")).includes("Secondary"));
  });

  it("shows “Mixed” for the different values of several elements, and changes them all", async () => {
    const styles = ["padding: 8px; font-size: fit(20px, 40px)", "padding: 8px 9px; font-size: 30px"];
    const html = `<main>${styles.map((style, i) => `<p style="color: red; ${style}">${i}</p>`).join("")}</main>`;
    const app = await openDraft(html, page);
    const fieldOf = (label: string) => {
      const around = /^(?:Top|Left)$/.test(label)
        ? within(app.getByRole("group", { name: "Space inside by side" }))
        : app;
      return around.getByLabelText<HTMLInputElement>(label, { selector: "input" });
    };
    const shown = (label: string) => [fieldOf(label).value, fieldOf(label).placeholder];
    try {
      (await app.findByRole("treeitem", { name: "0" })).click();
      const other = app.getByRole("treeitem", { name: "1" });
      other.dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey: true }));
      await app.findByRole("heading", { name: "2 elements selected" });
      assert.deepEqual(["Text color", "Top"].map(shown), [
        ["red", "#000000"],
        ["8", "0"],
      ]);
      for (const label of ["Space inside", "Left", "Font size", "Smallest"])
        assert.deepEqual(shown(label), ["", "Mixed"], label);
      fieldOf("Smallest").value = "10";
      fieldOf("Smallest").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      const sizes = /font-size: fit\(10px, 40px\).*font-size: fit\(10px, 30px\)/;
      await waitFor(() => assert.match(JSON.stringify(app.api.requests.at(-1)?.body), sizes));
      assert.deepEqual(shown("Smallest"), ["10", "10"]);
    } finally {
      await app.close();
    }
  });

  it("offers the color of an icon first, and none for a photo", async () => {
    const icon = '<main><img alt="" src="assets/star.svg"><img alt="" src="assets/photo.png"></main>';
    const app = await openDraft(icon, page);
    const hasColors = () => document.querySelector('[aria-label="Colors: Color"]') !== null;
    try {
      const [, star, photo] = await app.findAllByRole("treeitem");
      star!.click();
      await waitFor(() => assert.ok(hasColors()));
      photo!.click();
      await waitFor(() => assert.ok(!hasColors()));
    } finally {
      await app.close();
    }
  });

  it("resets the text colors of a card with its background if they were set with that", async () => {
    const variables = { "--ink": "#101020", "--ground": "#ffffff" };
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes: [], variables };
    const app = await openDraft("<main>Hello</main>", page, { "POST /og/templates/preview": card });
    const enter = async (value: string, written: RegExp) => {
      const ground = await app.findByLabelText<HTMLInputElement>("Background", { selector: "input" });
      ground.value = value;
      ground.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await waitFor(() => assert.match((app.api.requests.at(-1)!.body as { html: string }).html, written));
    };
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      await enter("#06282b", /^<main style="--ground: #06282b; --ink: #ffffff; --muted: #c1c9ca">/);
      await enter("#000000", /^<main style="--ground: #000000; --ink: #ffffff; --muted: #bfbfbf">/);
      await enter("", /^<main>/);
    } finally {
      await app.close();
    }
  });

  it("gives a template a color instead of the brand's, which the brand's swatches have then", async () => {
    const variables = { "--accent": "#2563eb", "--on-accent": "#ffffff", "--ink": "#111111" };
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes: [], variables };
    const html = '<style>main { gap: 8px }</style><main><p style="color: var(--accent-2)">Hello</p></main>';
    const app = await openDraft(html, page, { "POST /og/templates/preview": card });
    try {
      (await app.findByRole("treeitem", { name: "Card" })).click();
      const accent = await app.findByLabelText<HTMLInputElement>("Accent", { selector: "input" });
      assert.equal(accent.placeholder, "#2563eb");
      accent.value = "#c2410c";
      accent.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /main { gap: 8px; --accent: #c2410c }/),
      );
      await app.findByText(/^Nothing on the card has this accent/);
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const swatches = await app.findByRole("group", { name: "Colors: Text color" });
      const swatch = within(swatches).getByRole("button", { name: "Accent" });
      assert.equal(swatch.querySelector("i")!.style.background, "#c2410c");
    } finally {
      await app.close();
    }
  });
});
