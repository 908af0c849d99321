import assert from "node:assert/strict";
import { parseColor } from "./color.ts";
import { parseComponentValues } from "./component-values.ts";
import { checkContext } from "./value-context.ts";

function read(text: string): string | undefined {
  const [value] = parseComponentValues(text, () => {});
  return value && parseColor(value, { ...checkContext, color: "#0000ff" });
}

describe("colors", () => {
  const colors: readonly [text: string, color: string | undefined][] = [
    ["RebeccaPurple", "#663399"],
    ["#F00A", "#ff0000aa"],
    ["rgb(300 -5 calc(10 * 2) / 50%)", "#ff001480"],
    ["hsl(200 80% 50% / 0.5)", "#1aa1e680"],
    ["color-mix(in srgb, black 10%, rgb(0 0 255 / 50%))", "#0000d18c"],
    ["color-mix(in srgb, currentColor, red)", "#800080"],
    ["oklch(0.7 0.3 30)", "#ff0000"],
    ["rgb(from red r g b / 20%)", "#ff000033"],
    ["light-dark(red, blue)", undefined],
    ["rgb(1 2)", undefined],
    ["rgb(var(--x))", undefined],
  ];
  for (const [text, color] of colors) {
    it(`equal Chromium's: ${text}`, () => assert.equal(read(text), color));
  }
});
