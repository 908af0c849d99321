import type { Color } from "@placard/templates/scene";

/** Channels from 0 to 255, alpha from 0 to 1. */
export interface Channels {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** The channels of `#rrggbb` or `#rrggbbaa`. */
export function parseColor(color: Color): Channels {
  const value = Number.parseInt(color.slice(1, 7), 16);
  const alpha = color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255, alpha };
}

export function isTransparent(color: Color): boolean {
  return color.length === 9 && color.endsWith("00");
}

export function isOpaque(color: Color): boolean {
  return color.length === 7;
}
