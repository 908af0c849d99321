/** A linear gradient. Angle in degrees as in CSS: 0 points up, 90 to the right. */
export interface Gradient {
  readonly angle: number;
  readonly stops: readonly (readonly [offset: number, color: string])[];
}

/** Creates a gradient with evenly spaced colors. */
export function gradient(angle: number, ...colors: readonly string[]): Gradient {
  return { angle, stops: colors.map((color, index) => [index / (colors.length - 1), color] as const) };
}
