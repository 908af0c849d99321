import assert from "node:assert/strict";
import type { Style } from "@placard/templates/scene";
import { describe, it } from "mocha";
import type { Fragment, Line } from "../layout/placed.ts";
import { bordered, paint, placed } from "../testing/example-tree.ts";

const [red, blue] = ["#ff0000", "#0000ff"];
const full = [0, 0, 100, 100] as const;

/** A span on two lines of 100 × 50 px. */
function paintSpan(style: Partial<Style>, inside: readonly Fragment[] = []) {
  const { node } = placed(full, style);
  const box = { kind: "inline-box", node, em: 0, width: 100, height: 50, x: 0 } as const;
  const line = { x: 0, width: 100, height: 50 };
  const lines: Line[] = [
    { ...line, y: 0, baseline: 40, fragments: [{ ...box, y: 0, isStart: true, isEnd: false }, ...inside] },
    { ...line, y: 50, baseline: 90, fragments: [{ ...box, y: 50, isStart: false, isEnd: true }] },
  ];
  return paint(placed(full, {}, [], [{ x: 0, y: 0, width: 100, height: 100, lines, isTruncated: false }]));
}

describe("inline boxes on several lines", () => {
  it("have a border at their start and their end only", async () => {
    const at = await paintSpan({ border: bordered(10, blue), backgroundColor: red });
    assert.deepEqual([at(5, 25), at(95, 25), at(5, 75), at(95, 75)], [blue, red, red, blue]);
  });

  it("continue their background from line to line", async () => {
    const stops = [
      { color: red, position: { percent: 50 } },
      { color: blue, position: { percent: 50 } },
    ];
    const start = { percent: 0, px: 0 };
    const layer = {
      image: { kind: "linear-gradient", direction: { angle: 90 }, isRepeating: false, stops },
      size: { width: "auto", height: "auto" },
      position: { x: start, y: start },
      repeat: { x: "repeat", y: "repeat" },
      origin: "padding-box",
      clip: "border-box",
    } as const;
    const at = await paintSpan({ background: [layer] });
    assert.deepEqual([at(1, 25), at(98, 25), at(1, 75), at(98, 75)], [red, red, blue, blue]);
  });

  it("are translucent together with their content", async () => {
    const child = placed([20, 0, 20, 20], { backgroundColor: blue });
    const atomic = { kind: "atomic", x: 20, y: 0, width: 20, height: 20, box: child } as const;
    const at = await paintSpan({ backgroundColor: red, opacity: 0.5 }, [atomic]);
    assert.deepEqual([at(5, 5), at(30, 10), at(30, 75)], ["#ff7f7f", "#7f7fff", "#ff7f7f"]);
  });
});
