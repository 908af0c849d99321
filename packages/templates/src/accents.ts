/**
 * The shades of one hue, by their role on light and on dark cards. They were chosen by eye as a set;
 * palette.test.ts checks the contrast ratios.
 */
export interface Accent {
  readonly name: string;
  /** The background of light cards. */
  readonly paper: string;
  /** A stronger tint of `paper`, for shapes on it. */
  readonly wash: string;
  /** Text on `paper`. */
  readonly ink: string;
  /** Small colored text on `paper`. */
  readonly strong: string;
  /** The background of dark cards. */
  readonly night: string;
  /** The lighter end of the background gradient of dark cards. */
  readonly dusk: string;
  /** The fully saturated color. */
  readonly vivid: string;
  /** A neighboring hue, the other end of the gradient from `vivid`. */
  readonly blaze: string;
  /** Colored text on `night`. */
  readonly bright: string;
}

/**
 * All accents. Adding, removing or reordering one changes which content gets which accent, so it needs a new
 * version of every template.
 */
export const accents: readonly [Accent, ...Accent[]] = [
  {
    name: "iris",
    paper: "#f6f3fc",
    wash: "#ddd2f8",
    ink: "#1b1430",
    strong: "#5b34c4",
    night: "#110b21",
    dusk: "#2c1c5c",
    vivid: "#7546f0",
    blaze: "#e25bd0",
    bright: "#cbb9ff",
  },
  {
    name: "lagoon",
    paper: "#eff7f5",
    wash: "#bfe5df",
    ink: "#0b2425",
    strong: "#0a6a66",
    night: "#06191b",
    dusk: "#0c3d40",
    vivid: "#0f9d93",
    blaze: "#5fd38d",
    bright: "#86ebdd",
  },
  {
    name: "ember",
    paper: "#fcf4ee",
    wash: "#fad3bd",
    ink: "#2b150b",
    strong: "#a83409",
    night: "#1b0c07",
    dusk: "#4b1d0d",
    vivid: "#f05a28",
    blaze: "#ffb347",
    bright: "#ffc09c",
  },
  {
    name: "rose",
    paper: "#fdf3f5",
    wash: "#f9cbd7",
    ink: "#2c0e1b",
    strong: "#b01c50",
    night: "#1d0812",
    dusk: "#51122e",
    vivid: "#e83a72",
    blaze: "#ff9166",
    bright: "#ffb5cb",
  },
  {
    name: "pine",
    paper: "#f0f8f2",
    wash: "#c5e8cf",
    ink: "#0b2416",
    strong: "#12683a",
    night: "#06180e",
    dusk: "#0e3f26",
    vivid: "#1c9a52",
    blaze: "#7be0a8",
    bright: "#94ecb8",
  },
  {
    name: "gold",
    paper: "#fbf6ea",
    wash: "#f3dda3",
    ink: "#271b06",
    strong: "#845500",
    night: "#181003",
    dusk: "#46320a",
    vivid: "#dd9a10",
    blaze: "#ff7f4d",
    bright: "#ffdb80",
  },
  {
    name: "harbor",
    paper: "#f0f4fa",
    wash: "#c6d9f3",
    ink: "#0e1b2f",
    strong: "#1c539e",
    night: "#08111f",
    dusk: "#143358",
    vivid: "#2f76d2",
    blaze: "#45c9d9",
    bright: "#aad2ff",
  },
  {
    name: "plum",
    paper: "#faf2f9",
    wash: "#ebcbe8",
    ink: "#271028",
    strong: "#8a2983",
    night: "#190a1b",
    dusk: "#471a4b",
    vivid: "#b13fb0",
    blaze: "#ff7d8f",
    bright: "#f1baf0",
  },
];

/** The accent for a text: always the same for the same text, regardless of case. */
export function chooseAccent(text: string): Accent {
  return accents[hashText(text) % accents.length] ?? accents[0];
}

/** A hash of a text, from 0 to 2³² - 1, regardless of case: FNV-1a (32 bits) with a final mix. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // Without the mix, short texts that differ in one letter often get the same accent.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
