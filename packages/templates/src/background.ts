/** A linear gradient. Angle in degrees as in CSS: 0 points up, 90 to the right. */
export interface Gradient {
  readonly angle: number;
  readonly stops: readonly (readonly [offset: number, color: string])[];
}

/** Creates a gradient with evenly spaced colors. */
export function gradient(angle: number, ...colors: readonly string[]): Gradient {
  return { angle, stops: colors.map((color, index) => [index / (colors.length - 1), color] as const) };
}

/** How an area is filled: with a CSS color, or with a gradient across its bounds. */
export type Fill = string | Gradient;

/** A rectangle in canvas pixels. It may extend past the canvas. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Fills the whole canvas. */
export interface Cover {
  readonly kind: "cover";
  readonly fill: Fill;
}

/** A filled circle, or its outline if it has a thickness (in pixels; the fill is then a color). */
export interface Disc {
  readonly kind: "disc";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly fill: Fill;
  readonly thickness?: number;
}

/** Vertical lines over the whole height. Positions are distances from the left edge. Lengths in pixels. */
export interface Rules {
  readonly kind: "rules";
  readonly positions: readonly number[];
  readonly thickness: number;
  readonly color: string;
}

/** An admission ticket: a rounded area divided by a perforation into a stub and a body. Lengths in pixels. */
export interface Ticket extends Area {
  readonly kind: "ticket";
  /** Radius of the corners. */
  readonly radius: number;
  /** Radius of the notches at both ends of the perforation. */
  readonly notchRadius: number;
  /** "vertical": the stub is to the left of the perforation. "horizontal": the stub is above it. */
  readonly perforation: "vertical" | "horizontal";
  /** The width of the stub if the perforation is vertical, its height if it is horizontal. */
  readonly stubLength: number;
  readonly stubFill: Fill;
  readonly bodyFill: Fill;
}

/** One layer of a background, painted over the previous ones. Cards with equal layers share one cached background. */
export type Layer = Cover | Disc | Rules | Ticket;
