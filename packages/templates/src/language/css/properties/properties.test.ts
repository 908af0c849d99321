import assert from "node:assert/strict";
import { compileTemplate } from "../../compile-template.ts";
import { propertyTable } from "./index.ts";
import { ineffectiveProperties, refusedProperties } from "./refused-properties.ts";

function problemsOf(style: string) {
  const html = `<style>main { ${style} }</style><main></main>`;
  return compileTemplate({
    template: { id: "card", name: "Card", fields: {} },
    html,
    assets: { "paper.png": { id: "paper", contentType: "image/png", width: 4, height: 4 } },
  }).problems;
}

describe("The property table", () => {
  for (const { name, example, initial } of propertyTable) {
    it(`has a valid example and initial value of ${name}`, () => {
      assert.deepEqual(
        problemsOf(`${name}: ${example}; ${initial === undefined ? "" : `${name}: ${initial};`}`),
        [],
      );
    });
  }

  it("names each property once, and none that is refused", () => {
    const names = propertyTable.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      names.filter((name) => refusedProperties.has(name) || ineffectiveProperties.has(name)),
      [],
    );
  });

  it("is plain data", () => {
    assert.deepEqual(JSON.parse(JSON.stringify(propertyTable)), propertyTable);
  });
});

describe("Values that templates do not support", () => {
  const cases: readonly [declaration: string, suggestion: RegExp][] = [
    ["grid-template-columns: subgrid", /track list/],
    ["position: sticky", /relative/],
    ["width: 20", /20px/],
    ["background: linear-gradient(in cmyk, red, blue)", /in oklab/],
    ["background-clip: border-area", /border-box/],
    ["background: url(https://example.com/a.png)", /asset/],
    ["clip-path: url(#a)", /polygon/],
    ["box-shadow: 0 0 201px red", /200px/],
    ["color: rebecapurple", /rebeccapurple/],
    ["text-align: justify-all", /justify/],
    ["text-underline-position: left", /below/],
    ["transform: rotate3d(1, 1, 1, 45deg)", /rotate/],
    ["border: 2px groove red", /solid/],
    ["border-image: linear-gradient(red, blue) 1", /border-box/],
    ["font-variant-caps: petite-caps", /small-caps/],
    ["font-feature-settings: 'ss01' 2", /0/],
    ["filter: url(#a)", /blur/],
    ["filter: blur(300px)", /200px/],
    ["mask-image: url({{photo}})", /asset|custom property/],
    ["clip-path: path('M0')", /M0 0/],
    ["backgroundColor: red", /background-color/],
    ["border-raduis: 4px", /border-radius/],
    ["width: -4px", /./],
    ["font: oblique 700 40px Inter", /italic/],
    ["-webkit-box-orient: inline-axis", /horizontal/],
  ];
  for (const [declaration, suggestion] of cases) {
    it(`are refused with what to use instead: ${declaration}`, () => {
      const [problem, ...others] = problemsOf(declaration);
      assert.deepEqual(others, []);
      assert.equal(problem?.severity, "error");
      assert.match(problem.suggestion ?? "", suggestion, problem.message);
    });
  }

  it("of a background have the parts of a position and of a size together, as in CSS", () => {
    const isValid = (value: string) => problemsOf(`background: ${value}`).length === 0;
    const image = "url(assets/paper.png)";
    assert.ok(isValid(`${image} left top / cover no-repeat`));
    for (const split of [`left ${image} top`, `left no-repeat top ${image}`, `left / cover top ${image}`])
      assert.ok(!isValid(split), split);
  });

  for (const declaration of ["border-spacing: 8px /", "content: attr(data-x,)", "counter-reset: none none"])
    it(`are refused if something is left over: ${declaration}`, () =>
      assert.equal(problemsOf(declaration).length, 1));

  it("that do nothing in an image are accepted with a warning", () => {
    assert.deepEqual(
      problemsOf("-webkit-font-smoothing: antialiased").map(({ severity }) => severity),
      ["warning"],
    );
  });
});
