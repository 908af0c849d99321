import type { Brand, BrandColors, Warning } from "@placard/contracts";
import { contrastRatio, formatRatio, mix, parseHex } from "./color.ts";
import type { Palette } from "./palette.ts";

/** The lowest contrast ratio of text (WCAG 2.2, success criterion 1.4.3). */
const minTextContrast = 4.5;

/** The colors of a brand with those that it lacks. */
export type CompleteColors = Required<BrandColors>;

/** A pair of a brand's colors that are used as text and background, whose contrast is too low. */
export interface LowContrast {
  readonly text: keyof BrandColors;
  readonly background: keyof BrandColors;
  /** From 1 to 4.5. */
  readonly ratio: number;
}

const [white, black] = ["#ffffff", "#000000"];

/**
 * Derives the colors that a brand lacks from its own, with a contrast of at least 4.5:1 if possible.
 * Given colors are never changed. Undefined if the brand has no colors: its cards keep the palette that is
 * derived from their content.
 */
export function completeColors(colors: BrandColors = {}): CompleteColors | undefined {
  if (Object.values(colors).every((color) => color === undefined)) return undefined;
  const ground = colors.ground ?? deriveGround(colors);
  const ink = colors.ink ?? readableOn(ground, mix(colors.accent ?? ground, towards(ground), 0.12), 7);
  const muted = colors.muted ?? readableOn(ground, mix(ink, ground, 0.77), minTextContrast, ink);
  const accent = colors.accent ?? ink;
  const onAccent =
    colors.onAccent ?? [white, ground, ink].find((text) => isReadable(text, accent)) ?? towards(accent);
  return { ground, ink, muted, accent, onAccent, secondary: colors.secondary ?? accent };
}

/** The palette of a brand; undefined if the brand has no colors. Labels are filled with the accent. */
export function brandPalette(colors: BrandColors = {}): Palette | undefined {
  const complete = completeColors(colors);
  if (!complete) return undefined;
  const { ground, ink, muted, accent, onAccent } = complete;
  const isLight = isLightGround(ground);
  // The other end of a gradient must not lower the contrast of the text on it.
  const shade = mix(accent, isReadable(white, accent) ? black : white, 0.84);
  return {
    tone: isLight ? "light" : "strong",
    background: [ground, ground],
    tint: mix(accent, ground, isLight ? 0.12 : 0.18),
    grid: `${ink}0d`,
    hairline: `${ink}${isLight ? "26" : "33"}`,
    ink,
    muted,
    accent,
    onAccent,
    // Paler than the accent, so that what is filled with it stands out.
    poster: [mix(accent, ground, 0.3), mix(accent, ground, 0.5)],
    highlight: [accent, shade],
    onHighlight: onAccent,
  };
}

/** The pairs of text and background of a brand whose contrast is below 4.5:1, derived colors included. */
export function findLowContrast(colors: BrandColors = {}): LowContrast[] {
  const complete = completeColors(colors);
  if (!complete) return [];
  const pairs = [
    ["ink", "ground"],
    ["muted", "ground"],
    ["accent", "ground"],
    ["onAccent", "accent"],
  ] as const;
  return pairs.flatMap(([text, background]) => {
    const ratio = contrastOf(complete[text], complete[background]);
    return ratio < minTextContrast ? [{ text, background, ratio }] : [];
  });
}

/** The variables of templates that a role is text in, and those that it is a background in. */
const variablesOf: Readonly<
  Record<"text" | "background", Partial<Record<keyof BrandColors, readonly string[]>>>
> = {
  text: {
    ink: ["--ink"],
    muted: ["--muted"],
    accent: ["--accent"],
    onAccent: ["--on-accent", "--on-chip", "--on-highlight"],
  },
  background: {
    ground: ["--ground", "--ground-2", "--ground-gradient"],
    accent: ["--accent", "--chip", "--highlight", "--highlight-2", "--highlight-gradient"],
  },
};

/**
 * A warning for each pair of text and background of a brand whose contrast is below 4.5:1.
 * @param variables the variables that a template mentions: only pairs of which it mentions both colors are
 * reported. By default, all pairs are.
 */
export function contrastWarnings(
  { colors = {}, background: { gradient } = {} }: Brand = {},
  variables?: ReadonlySet<string>,
): Warning[] {
  const isUsed = (role: keyof BrandColors, use: "text" | "background") =>
    variables === undefined || (variablesOf[use][role]?.some((name) => variables.has(name)) ?? false);
  const pairs = findLowContrast(colors).filter(
    ({ text, background }) => isUsed(text, "text") && isUsed(background, "background"),
  );
  const onGradient = gradient
    ? findLowContrast({ ...completeColors(colors), ground: gradient }).filter(
        ({ text, background }) => background === "ground" && isUsed(text, "text"),
      )
    : [];
  const found = [...pairs, ...onGradient.map((pair) => ({ ...pair, background: "gradient" }))];
  return found.map(({ text, background, ratio }) => ({
    code: "low_contrast",
    field: `brand/colors/${text}`,
    message: `The contrast of \`${text}\` on \`${background}\` is ${formatRatio(ratio)}, which is hard to read. Use colors with at least ${minTextContrast}:1.`,
  }));
}

/** Whether dark text is easier to read on a ground than bright text. Also decides which logo is used. */
export function isLightGround(ground: string): boolean {
  return towards(ground) === black;
}

/** The ground that given texts can be read on: a tint of white, or of black. */
function deriveGround({ ink, muted, accent }: BrandColors): string {
  const hue = accent ?? ink ?? muted ?? black;
  const texts = [ink, muted, accent].filter((color) => color !== undefined);
  const lowest = (ground: string) => Math.min(...texts.map((text) => contrastOf(text, ground)), 21);
  const [light, dark] = [mix(hue, white, 0.05), mix(hue, black, 0.1)];
  const [best = light] = [light, dark, white, black].filter((ground) => lowest(ground) >= minTextContrast);
  return lowest(best) >= minTextContrast ? best : lowest(white) >= lowest(black) ? white : black;
}

/** A text color with a minimum contrast on a ground: the preferred one, moved toward `extreme`. */
function readableOn(ground: string, preferred: string, ratio: number, extreme = towards(ground)): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const color = mix(preferred, extreme, share);
    if (contrastOf(color, ground) >= ratio) return color;
  }
  return extreme;
}

/** Black or white, whichever has more contrast with a color: at least 4.58:1. */
function towards(color: string): string {
  return contrastOf(black, color) >= contrastOf(white, color) ? black : white;
}

function isReadable(text: string, background: string): boolean {
  return contrastOf(text, background) >= minTextContrast;
}

function contrastOf(one: string, other: string): number {
  return contrastRatio(parseHex(one), parseHex(other));
}
