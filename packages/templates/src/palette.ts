import { chooseAccent, hashText, type Accent } from "./accents.ts";

/** Evenly spaced colors of a vertical gradient: PNGs of horizontal ones are twice as large. */
export type Stops = readonly [string, ...string[]];

/**
 * The colors of one card, by role. Texts have a contrast of 4.5:1 or more with all colors behind them, except
 * `onHighlight`.
 */
export interface Palette {
  /** "light": dark text on tinted paper. "strong": bright text on a dark background. */
  readonly tone: "light" | "strong";
  /** Behind everything. */
  readonly background: Stops;
  /** Large faint shapes on the background. */
  readonly tint: string;
  /** Barely visible lines on the background. */
  readonly grid: string;
  /** Lines that separate parts of a card. */
  readonly hairline: string;
  /** The headline. */
  readonly ink: string;
  /** Supporting text. */
  readonly muted: string;
  /** Small colored text, and the fill of labels, monograms and ticket stubs. */
  readonly accent: string;
  /** Text on `accent`. */
  readonly onAccent: string;
  /** Behind a card that doesn't fill the canvas. */
  readonly poster: Stops;
  /** Fill of the most prominent area. */
  readonly highlight: Stops;
  /** Drawings on `highlight`. Texts need `onAccent` on `accent`. */
  readonly onHighlight: string;
}

/** The palette for a text: always the same for the same text, regardless of case. */
export function choosePalette(text: string): Palette {
  const accent = chooseAccent(text);
  return (hashText(text) >>> 8) % 2 === 0 ? lightPalette(accent) : strongPalette(accent);
}

export function lightPalette({ paper, wash, ink, strong, vivid, blaze }: Accent): Palette {
  return {
    tone: "light",
    background: [paper, paper, wash],
    tint: wash,
    grid: `${ink}0d`,
    hairline: `${ink}26`,
    ink,
    muted: `${ink}c4`,
    accent: strong,
    onAccent: "#ffffff",
    poster: [blaze, vivid],
    highlight: [blaze, vivid],
    onHighlight: "#ffffffe6",
  };
}

export function strongPalette({ night, dusk, vivid, blaze, bright }: Accent): Palette {
  return {
    tone: "strong",
    background: [night, dusk],
    tint: `${vivid}38`,
    grid: "#ffffff0d",
    hairline: "#ffffff33",
    ink: "#ffffff",
    muted: "#ffffffcc",
    accent: bright,
    onAccent: night,
    poster: [vivid, blaze],
    highlight: [blaze, vivid, dusk],
    onHighlight: "#ffffffe6",
  };
}
