// The spacing of dashes and dots is left to browsers: all of this is Chromium's.

/** A dash, or the center of a dot, in pixels from the start of a line. */
export interface Dash {
  readonly from: number;
  readonly to: number;
}

/** The segments of a line pattern. Round dots have no length: they are drawn by round caps. */
export interface DashPattern {
  readonly dash: number;
  readonly gap: number;
  readonly isRound: boolean;
}

/** Dots of at most this thickness are squares, in pixels. */
const maxSquareDot = 3;

/** Dashes per line at most: a line with more is many times longer than a card, and drawn without gaps. */
const maxDashes = 5_000;

export function hasRoundDots(style: string, thickness: number): boolean {
  return style === "dotted" && thickness > maxSquareDot;
}

/** The pattern of a line of a length; undefined if there is no room for gaps. */
export function dashPattern(
  style: "dashed" | "dotted",
  thickness: number,
  length: number,
  isClosed: boolean,
): DashPattern | undefined {
  if (length > thickness * maxDashes) return undefined;
  if (hasRoundDots(style, thickness)) {
    if (length <= thickness) return undefined;
    const gap = bestGap(length, thickness, thickness, isClosed);
    return { dash: 0, gap: gap + thickness, isRound: true };
  }
  const isThick = thickness >= 3;
  const dash = style === "dotted" ? thickness : thickness * (isThick ? 2 : 3);
  const gap = style === "dotted" ? thickness : thickness * (isThick ? 1 : 2);
  if (length <= dash * 2) return undefined;
  if (length <= 2 * dash + gap) {
    const factor = length / (2 * dash + gap);
    return { dash: dash * factor, gap: gap * factor, isRound: false };
  }
  return { dash, gap: style === "dashed" ? bestGap(length, dash, gap, isClosed) : gap, isRound: false };
}

/** The gap closest to `gap` with which a line starts and ends with a dash. */
function bestGap(length: number, dash: number, gap: number, isClosed: boolean): number {
  const available = isClosed ? length : length + gap;
  const minDashes = Math.floor(available / (dash + gap));
  const gapOf = (dashes: number) => (length - dashes * dash) / (isClosed ? dashes : dashes - 1);
  const [wide, narrow] = [gapOf(minDashes), gapOf(minDashes + 1)];
  return narrow <= 0 || Math.abs(wide - gap) < Math.abs(narrow - gap) ? wide : narrow;
}

/** The dashes or square dots along a straight side of a border. */
export function borderDashes(style: "dashed" | "dotted", thickness: number, length: number): Dash[] {
  if (style === "dotted" && length <= thickness * maxDashes) return borderDots(thickness, length);
  const pattern = dashPattern(style, thickness, length, false);
  return pattern ? repeatDash(pattern, 0, length) : [{ from: 0, to: length }];
}

/** Square dots at both ends, and the others centered between them. */
function borderDots(thickness: number, length: number): Dash[] {
  const ends = [
    { from: 0, to: Math.min(thickness, length) },
    { from: Math.max(0, length - thickness), to: length },
  ];
  const between = length - 2 * thickness;
  const count = Math.floor(between / (2 * thickness));
  if (count < 1) return ends;
  const start = thickness + Math.floor((between + thickness - 2 * thickness * count) / 2);
  const dots = Array.from({ length: count }, (_, index) => start + index * 2 * thickness);
  return [...ends, ...dots.map((from) => ({ from, to: from + thickness }))];
}

/** The dashes between two positions, the first of them at the start. */
export function repeatDash({ dash, gap }: DashPattern, start: number, end: number): Dash[] {
  const count = Math.max(0, Math.ceil((end - start) / (dash + gap) - 1e-6));
  return Array.from({ length: count }, (_, index) => {
    const from = start + index * (dash + gap);
    return { from, to: Math.min(end, from + dash) };
  });
}
