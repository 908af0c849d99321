import assert from "node:assert/strict";
import { openDesign } from "../../../testing/open-design.ts";
import { gradientAngle, gradientStops, withAngle } from "./colors.ts";
import { declarationsFor } from "./declarations-for.ts";

describe("the design of a template", () => {
  it("replaces the gradient or image of a background by a color", () => {
    const cases = [
      ["background: linear-gradient(red, blue)", "background: green"],
      ["background-image: linear-gradient(red, blue)", "background-image: none; background-color: green"],
      ["background: red", "background: green"],
      ["color: red", "color: red; background-color: green"],
    ];
    for (const [before, after] of cases) {
      const { design, draft } = openDesign(`<main style="${before}">a</main>`);
      const values = declarationsFor(design, "", "background-color", "green");
      assert.ok(design.run(design.declare("", values)));
      assert.equal(draft.value.html, `<main style="${after}">a</main>`);
    }
  });

  it("tints the gradient of a brand whose background has one color", () => {
    const { design, preview } = openDesign("<main></main>");
    const imageWith = (last: string) => {
      const gradient = `linear-gradient(180deg, #fafaff 0%, ${last} 100%)`;
      preview.value = { variables: { "--ground-gradient": gradient }, boxes: [] };
      return declarationsFor(design, "", "background-image", "var(--ground-gradient)")["background-image"];
    };
    assert.equal(
      imageWith("#fafaff"),
      "linear-gradient(var(--ground), color-mix(in srgb, var(--accent) 25%, var(--ground)))",
    );
    assert.equal(imageWith("#ddddff"), "var(--ground-gradient)");
  });

  it("sets a text color of the brand that is readable on a new background", () => {
    const { design, preview } = openDesign("<main><p>a</p></main>");
    const variables = {
      "--ink": "#101020",
      "--ground": "#fafaff",
      "--accent": "#2244aa",
      "--on-accent": "#ffffff",
    };
    preview.value = { variables, boxes: [] };
    const colorOn = (background: string) =>
      declarationsFor(design, "0", "background-color", background)["color"];
    assert.equal(colorOn("#eeeeee"), undefined);
    assert.equal(colorOn("#000000"), "var(--on-accent)");
    assert.equal(colorOn("var(--accent)"), "var(--on-accent)");
    design.run(design.declare("", declarationsFor(design, "", "background-color", "var(--accent)")));
    assert.equal(colorOn("#ffffff"), "var(--ink)");
    assert.equal(colorOn("var(--ink)"), undefined);
    const colorOnGradient = (colors: string) =>
      declarationsFor(design, "", "background-image", `linear-gradient(to right, ${colors})`)["color"];
    assert.equal(colorOnGradient("var(--accent), #000000 40%"), undefined);
    assert.equal(colorOnGradient("#fafaff, #eeeeee"), "var(--ink)");
    assert.equal(declarationsFor(design, "", "background-image", "url({{photo}})")["color"], undefined);
  });

  it("reads the colors, their positions and the angle of a gradient, and puts others in their place", () => {
    const gradient = "radial-gradient(circle at 10% 20%, red, color-mix(in srgb, var(--a) 8%, #fff) 9px)";
    const [red, ...others] = gradientStops(gradient);
    assert.equal(gradientAngle(gradient), undefined);
    const angles = ["red", "to top, red", "to right top, red", "-15deg, red", "to left, red"].map((start) =>
      gradientAngle(`linear-gradient(${start}, blue)`),
    );
    assert.deepEqual(angles, [180, 0, 45, -15, 270]);
    assert.equal(withAngle("linear-gradient(to top, red, blue)", 30), "linear-gradient(30deg, red, blue)");
    assert.deepEqual(
      gradientStops("linear-gradient(red, blue 20%, #fff)").map(({ percent }) => percent),
      [0, 20, 100],
    );
    assert.deepEqual(
      others.map(({ color }) => color),
      ["color-mix(in srgb, var(--a) 8%, #fff)"],
    );
    assert.equal(red!.replace("var(--ink)"), gradient.replace("red", "var(--ink)"));
    const inOklch = gradientStops("linear-gradient(in oklch, #0ea5e9, 20%, rgb(0 0 0 / 0.5) 90%, tan)");
    assert.deepEqual(
      inOklch.map(({ color }) => color),
      ["#0ea5e9", "rgb(0 0 0 / 0.5)", "tan"],
    );
    const fromAngle = gradientStops("conic-gradient(from 45deg at 9% 9%, red -5%, tan calc(1px))");
    assert.deepEqual(
      fromAngle.map(({ color }) => color),
      ["red", "tan"],
    );
    assert.deepEqual(gradientStops("url(red.png)"), []);
  });

  it("gives a template an accent of its own, with a text color that is readable on it", () => {
    const { design, preview } = openDesign("<main></main>");
    preview.value = {
      variables: { "--ink": "#101020", "--accent": "#2244aa", "--on-accent": "#ffffff" },
      boxes: [],
    };
    const colors = (value: string) => declarationsFor(design, "", "--accent", value);
    assert.deepEqual(colors("#c2410c"), { "--accent": "#c2410c" });
    assert.deepEqual(colors("#ffdd55"), { "--accent": "#ffdd55", "--on-accent": "#101020" });
    assert.deepEqual(colors("var(--accent)"), { "--accent": "#2244aa" });
    const withChips = { "--accent": "#2244aa", "--chip": "#2244aa" };
    preview.value = { status: "rendered", variables: withChips, boxes: [] };
    assert.deepEqual(colors("#c2410c"), {
      "--accent": "#c2410c",
      "--chip": "var(--accent)",
      "--on-chip": "var(--on-accent)",
    });
  });

  it("gives a template a dark background of its own with readable text colors, and a light one alone", () => {
    const { design, preview } = openDesign("<main></main>");
    preview.value = { variables: { "--ink": "#101020", "--ground": "#ffffff" }, boxes: [] };
    const colors = (value: string) => declarationsFor(design, "", "--ground", value);
    assert.deepEqual(colors("#06282b"), { "--ground": "#06282b", "--ink": "#ffffff", "--muted": "#c1c9ca" });
    assert.deepEqual(colors("#eeeeff"), { "--ground": "#eeeeff" });
    assert.deepEqual(colors("{{tint}}"), { "--ground": "{{tint}}" });
  });
});
