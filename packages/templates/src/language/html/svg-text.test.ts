import assert from "node:assert/strict";
import type { SvgText } from "../../scene/index.ts";
import { compileTemplate } from "../compile-template.ts";

describe("Text of an inline SVG", () => {
  const compile = (svg: string, css = "") =>
    compileTemplate({
      template: { id: "chart", name: "Chart", fields: { name: "string" } },
      html: `<style>${css}</style><main><svg viewBox="0 0 90 60">${svg}</svg><p>{{name}}</p></main>`,
      assets: {},
    });
  const runs = (svg: string, css?: string): SvgText["runs"] => {
    const { template, problems } = compile(svg, css);
    assert.deepEqual(problems, []);
    const [image] = template!.scene({ name: "Ada" }, { width: 600, height: 315 }).root.children;
    assert.ok(image?.kind === "image" && image.svgText);
    return image.svgText.runs;
  };

  it("contains data, and collapses white space as in a line", () => {
    const texts = runs("<text>\n  a\n  <tspan> {{name}} </tspan> b </text><text><tspan> c </tspan> </text>");
    assert.deepEqual(
      texts.map(({ node }) => node.text),
      ["a ", "Ada ", "b", "c"],
    );
    assert.deepEqual(texts[1]!.node.fields, ["name"]);
  });

  it("inherits attributes and rules of groups, and rules win over attributes", () => {
    const [first, second] = runs(
      `<g transform=""><g class="axis" font-size="10" opacity="0.5" transform="translate(3 4)"><text fill="red">a</text></g></g>
      <text fill="red" fill-opacity="0.5" text-anchor="end" font-size="2em">b</text>`,
      ".axis text { fill: blue; text-anchor: middle } svg { font-size: 8px }",
    );
    assert.deepEqual(
      [first!.node.style.textFill, first!.node.style.fontSize, first!.anchor, first!.opacity],
      ["#0000ffff", 10, "middle", 0.5],
    );
    assert.deepEqual(
      first!.transforms.map(({ transform }) => transform),
      [[{ kind: "translate", x: 3, y: 4 }]],
    );
    assert.deepEqual(
      [second!.node.style.textFill, second!.node.style.fontSize, second!.anchor],
      ["#ff000080", 16, "end"],
    );
  });

  it("refuses what it does not draw, and says what to write instead", () => {
    const problemOf = (svg: string) =>
      compile(svg).problems.find(({ severity }) => severity === "error")?.message;
    assert.match(problemOf('<text x="1 2 3">a</text>')!, /`x` of SVG text must be one number/);
    assert.match(problemOf('<text x="1e9">a</text>')!, /must be one number/);
    assert.match(problemOf('<text transform="turn(3)">a</text>')!, /`transform`/);
    assert.match(problemOf('<text textLength="40">a</text>')!, /`textLength` is not supported on text/);
    assert.match(
      problemOf('<g filter="url(#a)"><text>a</text></g>')!,
      /`filter` is not supported around text/,
    );
    assert.match(problemOf('<text><textPath href="#a">a</textPath></text>')!, /`textPath`/);
    assert.match(problemOf("<defs><text>a</text></defs>")!, /`text` is not supported/);
    assert.match(problemOf('<text fill="url(#a)">a</text>')!, /no gradient/);
    assert.match(problemOf('<text fill="{{name}}">a</text>')!, /data/);
  });
});

describe("Rules for the shapes of an inline SVG", () => {
  const compile = (svg: string, css: string) =>
    compileTemplate({
      template: { id: "chart", name: "Chart", fields: {} },
      html: `<style>${css}</style><main>${svg}</main>`,
      assets: {},
    });
  const markup = (svg: string, css: string): string => {
    const { template, problems } = compile(svg, css);
    assert.deepEqual(problems, []);
    const [image] = template!.scene({}, { width: 600, height: 315 }).root.children;
    const source = image?.kind === "image" ? image.source : undefined;
    return source?.kind === "svg" && "markup" in source.svg ? source.svg.markup : "";
  };

  it("win over attributes, and lose to the style attribute", () => {
    const drawn = markup(
      '<svg><g fill="red"><path class="a" fill="url(#g)" d="M0 0"/><path d="M1 1" fill="url(#g)"/></g><rect style="fill: blue"/></svg>',
      ".a, rect { fill: lime; stroke-dasharray: calc(2 * 1), 3px }",
    );
    assert.match(drawn, /<path style="fill:#00ff00;stroke-dasharray:2 3" fill="url\(#g\)" d="M0 0">/);
    assert.match(drawn, /<path d="M1 1" fill="url\(#g\)">/);
    assert.match(drawn, /<rect style="fill:#0000ff;stroke-dasharray:2 3" fill="blue">/);
  });

  it("transform shapes around a point of the viewBox, and replace the attribute", () => {
    const drawn = markup(
      '<svg viewBox="5 5 40 20"><path transform="scale(2)" d="M0 0"/></svg>',
      "path { transform: translateX(10%) rotate(-90deg); transform-origin: center; stroke-dashoffset: 3 }",
    );
    const transform = "translate(20px, 10px) translate(4px, 0px) rotate(-90deg) translate(-20px, -10px)";
    assert.ok(drawn.includes(`<path style="stroke-dashoffset:3;transform:${transform}" d="M0 0">`), drawn);
  });

  it("are reported if shapes do not follow them", () => {
    const { problems } = compile("<svg><path/></svg>", "path { filter: blur(3px); fill: red }");
    assert.deepEqual(
      problems.map(({ severity, message }) => [severity, message]),
      [["warning", "`filter` of a rule has no effect on the shapes of an SVG"]],
    );
  });

  it("do not reach drawings of more than 100 shapes, whose size stays permitted", () => {
    const svg = `<svg>${"<path/>".repeat(101)}</svg>`;
    assert.doesNotMatch(markup(svg.repeat(3), "svg { fill: red }"), /data-at/);
    assert.match(compile(svg, "path { fill: red }").problems[0]!.message, /No element matches `path`/);
  });
});
