/** A straight gradient. Angle in degrees as in CSS: 0 points up, 90 to the right. */
export interface Gradient {
  readonly angle: number;
  readonly stops: readonly (readonly [offset: number, color: string])[];
}

/** A gradient through colours at even distances. */
export function gradient(angle: number, ...colors: readonly string[]): Gradient {
  return { angle, stops: colors.map((color, index) => [index / (colors.length - 1), color] as const) };
}

/** What fills an area: a CSS colour or a gradient over its bounds. */
export type Fill = string | Gradient;

/** A rectangle in pixels of the canvas; it may reach beyond it. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Covers the whole canvas. */
export interface Cover {
  readonly kind: "cover";
  readonly fill: Fill;
}

/** A soft light: `color` (#rrggbb) at `strength` (0 to 1) in the middle, fading to nothing at the radius. */
export interface Glow {
  readonly kind: "glow";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly color: string;
  readonly strength: number;
}

/** A circle, filled, or drawn as a line where it has a thickness (in pixels; the fill is then a colour). */
export interface Disc {
  readonly kind: "disc";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly fill: Fill;
  readonly thickness?: number;
}

/** Upright hairlines at these distances from the left edge. */
export interface Rules {
  readonly kind: "rules";
  readonly at: readonly number[];
  readonly thickness: number;
  readonly color: string;
}

/**
 * An admission ticket: a rounded area torn along one line. The stub is the part before the line: the left one
 * of an "upright" tear, the upper one of a "level" tear. `tear` is the length of the stub.
 */
export interface Ticket extends Area {
  readonly kind: "ticket";
  readonly radius: number;
  readonly notch: number;
  readonly tear: number;
  readonly direction: "upright" | "level";
  readonly stub: Fill;
  readonly body: Fill;
}

/** One layer of a background, drawn over those before it. Same layers, same pixels: they are drawn once. */
export type Layer = Cover | Glow | Disc | Rules | Ticket;
