import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { contrastRatio, parseHex } from "@placard/templates/color";

/** Texts with the backgrounds on which they are, by the names of their custom properties. */
const texts: Readonly<Record<string, readonly string[]>> = {
  text: ["background", "surface", "surface-sunken"],
  "text-muted": ["background", "surface", "surface-sunken", "badge"],
  accent: ["background", "surface", "surface-sunken", "selected"],
  "error-text": ["background", "surface", "error"],
  "success-text": ["surface", "success"],
  "warning-text": ["surface", "warning"],
  "on-accent": ["accent", "accent-hover"],
  "code-tag": ["surface-sunken", "code-line"],
  "code-name": ["surface-sunken", "code-line"],
  "code-string": ["surface-sunken", "code-line"],
  "code-number": ["surface-sunken", "code-line"],
};

const css = readFileSync(new URL("../../src/styles/shared.css", import.meta.url), "utf8");
const colors = [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)];
const schemes = {
  light: new Map(colors.map(([, name, light]) => [name, light])),
  dark: new Map(colors.map(([, name, , dark]) => [name, dark])),
};

for (const [scheme, values] of Object.entries(schemes))
  describe(`the colors of the ${scheme} scheme`, () => {
    const ratio = (one: string, other: string) => {
      const [first, second] = [one, other].map((name) => parseHex(toSixDigits(values.get(name) ?? "")));
      return contrastRatio(first!, second!);
    };

    for (const [text, backgrounds] of Object.entries(texts))
      it(`make ${text} readable (WCAG 2.2, criterion 1.4.3)`, () => {
        for (const background of backgrounds)
          assert.ok(ratio(text, background) >= 4.5, `${text} on ${background}: ${ratio(text, background)}`);
      });

    it("make the borders of controls visible (WCAG 2.2, criterion 1.4.11), and separators", () => {
      for (const background of ["background", "surface", "surface-sunken"]) {
        assert.ok(ratio("control-border", background) >= 3, `control-border on ${background}`);
        assert.ok(ratio("border", background) >= 1.6, `border on ${background}`);
      }
    });
  });

/** `#fff` as `#ffffff`. */
function toSixDigits(color: string): string {
  return color.length > 4 ? color : color.replaceAll(/[\da-f]/g, "$&$&");
}
