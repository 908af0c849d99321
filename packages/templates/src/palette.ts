import { accentOf, hashOf, type Accent } from "./accent.ts";
import { gradient, type Gradient } from "./background.ts";

/** The colours of one card by what they are for. Every text keeps 4.5 to 1 on every ground it may lie on. */
export interface Palette {
  /** "light": dark on tinted paper. "strong": bright on a deep ground. */
  readonly tone: "light" | "strong";
  /** Under everything. One colour a row: shaded from side to side, a PNG would be twice as large. */
  readonly ground: Gradient;
  /** Large quiet shapes on the ground. */
  readonly tint: string;
  /** Lines that are felt more than seen. */
  readonly grid: string;
  /** Lines that part. */
  readonly hairline: string;
  /** The headline. */
  readonly ink: string;
  /** Supporting text. */
  readonly muted: string;
  /** Small coloured text, and the price. */
  readonly accent: string;
  /** Ground of labels, initials and the event's stub, and the text on it. */
  readonly chip: string;
  readonly onChip: string;
  /** What a card lies on that does not fill the canvas. */
  readonly poster: Gradient;
  /** The one loud area, and the text on it. */
  readonly loud: Gradient;
  readonly onLoud: string;
}

/** The colours of a piece of content: the same words always get the same ones, as with its accent. */
export function paletteOf(content: string): Palette {
  const accent = accentOf(content);
  return (hashOf(content) >>> 8) % 2 === 0 ? light(accent) : strong(accent);
}

/** The light palette of an accent. */
export function light({ paper, wash, ink, strong: deep, vivid, blaze }: Accent): Palette {
  return {
    tone: "light",
    ground: gradient(180, paper, paper, wash),
    tint: wash,
    grid: `${ink}0d`,
    hairline: `${ink}26`,
    ink,
    muted: `${ink}c4`,
    accent: deep,
    chip: deep,
    onChip: "#ffffff",
    poster: gradient(180, blaze, vivid),
    loud: gradient(180, blaze, vivid),
    onLoud: "#ffffffe6",
  };
}

/** The strong palette of an accent. */
export function strong({ night, dusk, vivid, blaze, bright }: Accent): Palette {
  return {
    tone: "strong",
    ground: gradient(180, night, dusk),
    tint: `${vivid}38`,
    grid: "#ffffff0d",
    hairline: "#ffffff33",
    ink: "#ffffff",
    muted: "#ffffffcc",
    accent: bright,
    chip: bright,
    onChip: night,
    poster: gradient(180, vivid, blaze),
    loud: gradient(180, blaze, vivid, dusk),
    onLoud: "#ffffffe6",
  };
}
