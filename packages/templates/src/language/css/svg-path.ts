import type { PathSegment } from "../../scene/index.ts";

type Point = readonly [x: number, y: number];

/** How many numbers each command takes. */
const counts: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};

const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iuy;
const flag = /[\s,]*([01])/uy;
const largest = 1_000_000;

/** Parses SVG path data to absolute lines and cubic curves; undefined if it is invalid (SVG 2, section 9.3). */
export function parsePath(data: string): readonly PathSegment[] | undefined {
  const segments: PathSegment[] = [];
  let [at, start, control]: [Point, Point, Point | undefined] = [[0, 0], [0, 0], undefined];
  let place = 0;
  const read = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = place;
    const match = pattern.exec(data);
    if (!match) return undefined;
    place = pattern.lastIndex;
    return Number(match[1]);
  };
  const command = /[\s,]*([a-z])/iuy;
  for (let name = "", isFirst = true; ; isFirst = false) {
    command.lastIndex = place;
    const found = command.exec(data)?.[1];
    if (found) {
      place = command.lastIndex;
      name = found;
    } else if (data.slice(place).trim() === "") return segments;
    else if (name.toUpperCase() === "M") name = name === "M" ? "L" : "l";
    const kind = name.toUpperCase();
    const count = Object.hasOwn(counts, kind) ? counts[kind]! : -1;
    if (count < 0 || (isFirst && kind !== "M") || (kind === "Z" && !found)) return undefined;
    const values: number[] = [];
    for (let index = 0; index < count; index++) {
      const value = read(kind === "A" && (index === 3 || index === 4) ? flag : number);
      if (value === undefined || Math.abs(value) > largest) return undefined;
      values.push(value);
    }
    const [dx, dy] = name === kind ? [0, 0] : at;
    const point = (index: number): Point => [values[index]! + dx, values[index + 1]! + dy];
    const cubic = (first: Point, second: Point, end: Point) => {
      segments.push(["C", ...first, ...second, ...end]);
      [at, control] = [end, second];
    };
    const line = (end: Point) => {
      segments.push(["L", ...end]);
      [at, control] = [end, undefined];
    };
    const reflected: Point = control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at;
    const quadratic = (middle: Point, end: Point) => {
      cubic(between(at, middle), between(end, middle), end);
      control = middle;
    };
    if (kind === "M") {
      at = start = point(0);
      segments.push(["M", ...at]);
      control = undefined;
    } else if (kind === "L") line(point(0));
    else if (kind === "H") line([values[0]! + dx, at[1]]);
    else if (kind === "V") line([at[0], values[0]! + dy]);
    else if (kind === "C") cubic(point(0), point(2), point(4));
    else if (kind === "S") cubic(reflected, point(0), point(2));
    else if (kind === "Q") quadratic(point(0), point(2));
    else if (kind === "T") quadratic(reflected, point(0));
    else if (kind === "A") {
      const [rx, ry, rotation, isLarge, isSweep] = values;
      arc(at, point(5), [rx!, ry!], rotation!, isLarge === 1, isSweep === 1, cubic);
      at = point(5);
      control = undefined;
    } else {
      segments.push(["Z"]);
      [at, control] = [start, undefined];
    }
    // Smooth curves continue only curves of their own kind.
    if ((kind === "C" || kind === "S") && /^\s*(?:,\s*)?t/iu.test(data.slice(place, place + 4)))
      control = undefined;
    if ((kind === "Q" || kind === "T") && /^\s*(?:,\s*)?s/iu.test(data.slice(place, place + 4)))
      control = undefined;
  }
}

/** Two thirds of the way. */
function between([x, y]: Point, [toX, toY]: Point): Point {
  return [x + ((toX - x) * 2) / 3, y + ((toY - y) * 2) / 3];
}

/** Draws an arc as cubic curves of at most a quarter of a circle (SVG 2, appendix B.2). */
function arc(
  from: Point,
  to: Point,
  radii: Point,
  rotation: number,
  isLarge: boolean,
  isSweep: boolean,
  cubic: (first: Point, second: Point, end: Point) => void,
): void {
  let [rx, ry] = [Math.abs(radii[0]), Math.abs(radii[1])];
  if (rx === 0 || ry === 0) return cubic(from, to, to);
  const angle = (rotation * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [halfX, halfY] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  if (x === 0 && y === 0) return;
  const excess = (x / rx) ** 2 + (y / ry) ** 2;
  if (excess > 1) [rx, ry] = [rx * Math.sqrt(excess), ry * Math.sqrt(excess)];
  const squared = (x / rx) ** 2 + (y / ry) ** 2;
  const factor = Math.sqrt(Math.max(0, 1 / squared - 1)) * (isLarge === isSweep ? -1 : 1);
  const [centerX, centerY] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const first = Math.atan2((y - centerY) / ry, (x - centerX) / rx);
  let sweep = Math.atan2((-y - centerY) / ry, (-x - centerX) / rx) - first;
  if (isSweep && sweep < 0) sweep += 2 * Math.PI;
  if (!isSweep && sweep > 0) sweep -= 2 * Math.PI;
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-6));
  const step = sweep / count;
  const length = (4 / 3) * Math.tan(step / 4);
  const place = (unitX: number, unitY: number): Point => {
    const [ellipseX, ellipseY] = [centerX + rx * unitX, centerY + ry * unitY];
    return [
      cos * ellipseX - sin * ellipseY + (from[0] + to[0]) / 2,
      sin * ellipseX + cos * ellipseY + (from[1] + to[1]) / 2,
    ];
  };
  for (let index = 0; index < count; index++) {
    const [a, b] = [first + index * step, first + (index + 1) * step];
    const [cosA, sinA, cosB, sinB] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
    const end = index === count - 1 ? to : place(cosB, sinB);
    cubic(
      place(cosA - length * sinA, sinA + length * cosA),
      place(cosB + length * sinB, sinB - length * cosB),
      end,
    );
  }
}
