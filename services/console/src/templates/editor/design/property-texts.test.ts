import assert from "node:assert/strict";
import { propertyTable } from "@placard/templates/vocabulary";
import { toLabel } from "../../../card-form/card-data.ts";
import { openDesign } from "../../../testing/open-design.ts";
import { choicesOf } from "./choices.ts";
import { declarationsFor } from "./declarations-for.ts";
import { toFieldName } from "./names.ts";
import { picturesOf } from "./pictures.ts";
import { explain, labelOf, toCss, toShown } from "./property-texts.ts";
import { stepNumbers } from "./steps.ts";

describe("stepNumbers", () => {
  it("changes the numbers of a value and keeps their units, or the first one between other words", () => {
    for (const [value, stepped] of [
      ["12px", "13px"],
      ["1.5", "2.5"],
      ["1px 2px", "2px 3px"],
      ["fit(40px, 96px)", "fit(41px, 97px)"],
      ["2px solid #123456", "3px solid #123456"],
      ["rotate(-3deg)", "rotate(-2deg)"],
      ["auto", undefined],
      ["var(--ground-2)", undefined],
      ["fit(calc(var(--title) / 2), var(--title))", undefined],
    ] as const)
      assert.equal(stepNumbers(value, 1), stepped);
  });
});

describe("The inspector's properties", () => {
  const property = (name: string) => propertyTable.find((each) => each.name === name)!;

  it("have labels in plain words", () => {
    assert.deepEqual(["gap", "font-size", "-webkit-text-stroke"].map(labelOf), [
      "Space between",
      "Font size",
      "Text stroke",
    ]);
  });

  it("take numbers without a unit as pixels where only lengths are allowed", () => {
    const values = [
      ["font-size", "72", "72px"],
      ["padding", "8 0 1.5em", "8px 0 1.5em"],
      ["border", "2 dashed red", "2px dashed red"],
      ["border", "3", "3px solid var(--ink)"],
      ["border", "3 Accent", "3px solid var(--accent)"],
      ["border", "Accent", "solid var(--accent)"],
      ["border", "2px rgb(1 2 3)", "2px solid rgb(1 2 3)"],
      ["border", "none", "none"],
      ["outline", "0", "0 solid"],
      ["font-size", "fit(40px, 96px)", "fit(40px, 96px)"],
      ["line-height", "1.2", "1.2"],
      ["z-index", "3", "3"],
    ] as const;
    for (const [name, entered, css] of values) assert.equal(toCss(entered, property(name)), css);
  });

  it("show the brand's variables by name, and write the variables", () => {
    assert.equal(toShown("var(--on-accent)"), "Text on the accent");
    assert.equal(toCss("Text on the accent", property("color")), "var(--on-accent)");
    assert.deepEqual(["--chip", "--on-chip"].map(labelOf), ["Label background", "Label text"]);
    const own = ["--gap", "--accent", "--ground", "--background"];
    for (const [css, shown] of [
      ["0 4px var(--gap)", "0 4px Gap"],
      ["var(--background) var(--ground)", "var(--background) Background"],
      ["linear-gradient(var(--accent), var(--ground-2) 40%)", "linear-gradient(Accent, Background 2 40%)"],
      ['url("Accent.png"), var(--unknown)', 'url("Accent.png"), var(--unknown)'],
    ] as const) {
      assert.equal(toShown(css, own), shown);
      assert.equal(toCss(shown, property("padding"), own), css);
    }
    assert.equal(toShown("fit(48px, 88px)"), "48 to 88");
    for (const [css, shown] of [
      ["2px solid var(--ground-2)", "2 Background 2"],
      ["2px solid", "2"],
      ["2px dashed red", "2 dashed red"],
    ] as const)
      assert.equal(toShown(css, [], property("border")), shown);
    assert.equal(toShown("10px 5%", [], property("padding")), "10 5%");
    assert.equal(toShown("1.5px", [], property("line-height")), "1.5px");
  });

  it("show ranges of sizes without functions", () => {
    const value = "fit(calc(var(--title) / 2), var(--title))";
    assert.equal(toShown(value, ["--title"]), "Title / 2 to Title");
    assert.equal(toShown("var(--heading-weight)"), "Heading weight");
  });

  it("offer values that are accepted", () => {
    const fields = { photo: { type: "string", format: "image-url" } };
    const { design } = openDesign("<main>a</main>", { id: "a", name: "A", fields });
    for (const group of new Set(propertyTable.map((each) => each.group))) {
      const offered = propertyTable
        .filter((each) => each.group === group)
        .map((each) => {
          const pictures = picturesOf(each.name, false).map(({ value }) => value);
          const values =
            pictures.length > 0 ? pictures : (choicesOf(each, design) ?? []).map(([value]) => value);
          return values.map((value) => declarationsFor(design, "", each.name, value));
        });
      // One edit for the first values of the group, one for the second values, and so on.
      for (let index = 0; index < Math.max(...offered.map(({ length }) => length)); index++) {
        const { design: fresh } = openDesign("<main>a</main>", { id: "a", name: "A", fields });
        const declarations = Object.assign({}, ...offered.map((values) => values[index])) as Record<
          string,
          string
        >;
        assert.ok(fresh.run(fresh.declare("", declarations)));
      }
    }
  });

  it("have pictures that are named by the direction of the element", () => {
    const labels = (isColumn: boolean) => picturesOf("justify-content", isColumn).map(({ label }) => label);
    assert.deepEqual(labels(false), ["Left", "Center", "Right", "Spread out"]);
    assert.deepEqual(labels(true), ["Top", "Center", "Bottom", "Spread out"]);
  });

  it("offer the fonts of the brand and of Placard by name", () => {
    const fonts = property("font-family");
    const names = choicesOf(fonts, openDesign("<main></main>").design)?.map(([, label]) => label);
    assert.deepEqual(names?.slice(0, 3), ["Heading font", "Body font", "Inter"]);
    assert.equal(toCss("Source Serif 4", fonts), '"Source Serif 4"');
  });

  it("explain refused values with an example, and negative ones without code", () => {
    assert.equal(
      explain("Invalid value. Accepted: <color>", property("color")),
      "Invalid value. Write, for example, `#2563eb` or `red`.",
    );
    const negative =
      "The value must not be negative in `font-size` with the value of `--title`. Accepted: fit()";
    assert.equal(explain(negative, property("font-size")), "The value must not be negative.");
  });
});

describe("The name of a field", () => {
  it("follows from words, and is their label again", () => {
    const names = ["Event title", " Été (cm)", "postTitle", "2nd speaker", "Größe", "Størrelse"].map(
      toFieldName,
    );
    assert.deepEqual(names, ["event_title", "ete_cm", "postTitle", "nd_speaker", "grosse", "storrelse"]);
    assert.equal(toLabel("event_title"), "Event title");
  });
});
