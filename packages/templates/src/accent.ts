/** One hue in every role that a card needs. Picked by eye as a whole; palette.test.ts holds the contrasts. */
export interface Accent {
  readonly name: string;
  /** Light ground, and the stronger tint of it that shapes are cut from. */
  readonly paper: string;
  readonly wash: string;
  /** Text on paper: the title, and small coloured text. */
  readonly ink: string;
  readonly strong: string;
  /** Dark ground, and the lighter end of its gradient. */
  readonly night: string;
  readonly dusk: string;
  /** Full colour, and the neighbouring hue it runs into. */
  readonly vivid: string;
  readonly blaze: string;
  /** Coloured text on the dark ground. */
  readonly bright: string;
}

/** The palette. The order decides which content gets which accent: add at the end only with a new version. */
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
    name: "moss",
    paper: "#f4f6ec",
    wash: "#d4e3b6",
    ink: "#171f0c",
    strong: "#436511",
    night: "#0d1407",
    dusk: "#293a12",
    vivid: "#66962a",
    blaze: "#d9c840",
    bright: "#c9ec8a",
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
    name: "harbour",
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

/**
 * The accent of a piece of content: the same words always get the same one, whatever their letter case, and
 * cards of one category, host or brand thereby look alike.
 */
export function accentOf(content: string): Accent {
  return accents[hashOf(content) % accents.length] ?? accents[0];
}

/** A number from 0 to 2³² - 1 that only the words decide, whatever their letter case. */
export function hashOf(content: string): number {
  // FNV-1a with a final mix: short words that differ in one letter must not land on one hue.
  let hash = 0x811c9dc5;
  for (const character of content.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
