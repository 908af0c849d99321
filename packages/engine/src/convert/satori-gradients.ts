// Writes gradients as CSS has them for the picture that satori makes.
import { parseColorText } from "@placard/templates/convert";

const inParentheses = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const gradient = new RegExp(String.raw`(?<=\b(?:linear|radial)-gradient)${inParentheses}`, "gu");
const part = new RegExp(`(?:[^,()]|${inParentheses})+`, "gu");
const shape = /^(?:to|at|circle|ellipse|closest-\w+|farthest-\w+|-?[\d.]+(?:deg|turn|rad|px|%))(?:\s|$)/u;

const position = /\s[-\d.]+(?:%|[a-z]+)?$/u;

/** Red, green and blue, and the opacity from 0 to 1. */
type Channels = readonly number[];

/**
 * In satori, colors and their opacity change apart: in CSS, more stops at equal distances have that effect.
 * `at top` and `at bottom` are the center. `isExact`: whether all transparent colors have it.
 */
export function writeGradients(value: string): { value: string; isExact: boolean } {
  let isExact = true;
  const centered = value.replace(/(radial-gradient\([^,]* at )(?:top|bottom)(?=,)/gu, "$1center");
  const written = centered.replace(gradient, (text) => {
    const parts = Array.from(text.slice(1, -1).matchAll(part), ([each]) => each.trim());
    const stops = parts.splice(shape.test(parts[0] ?? "") ? 1 : 0);
    const colors = stops.flatMap((stop) => channelsOf(stop) ?? []);
    if (colors.length < stops.length) {
      if (colors.some(isTransparent)) isExact = false;
      return text;
    }
    const changes = colors.map((color, index) => {
      const [before = "", place] = [stops[index - 1], position.exec(stops[index]!)?.[0]];
      const isEdge = place !== undefined && before.endsWith(place);
      return index > 0 && !isEdge && changeApart(colors[index - 1]!, color);
    });
    if (!changes.includes(true)) return text;
    const isPlaced = stops.slice(1, -1).every((stop) => position.test(stop));
    const all = stops.flatMap((stop, index) => {
      const isDivided = changes[index] || (index > 0 && !isPlaced);
      return isDivided ? [...colorsBetween(colors[index - 1]!, colors[index]!), stop] : [stop];
    });
    return `(${[...parts, ...all].join(", ")})`;
  });
  return { value: written, isExact };
}

function channelsOf(stop: string): [Channels] | undefined {
  const color = parseColorText(stop.replace(position, ""));
  const pairs = color?.match(/\w\w/gu)?.map((pair) => parseInt(pair, 16));
  return pairs && [[...pairs.slice(0, 3), (pairs[3] ?? 255) / 255]];
}

const isTransparent = (color: Channels) => color[3]! < 1;

function changeApart(from: Channels, to: Channels): boolean {
  return from[3] !== to[3] && from.slice(0, 3).join() !== to.slice(0, 3).join();
}

/** What satori has between two colors. */
function colorsBetween(from: Channels, to: Channels): string[] {
  return [0.25, 0.5, 0.75].map((share) => {
    const mixed = from.map((channel, index) => channel + (to[index]! - channel) * share);
    return `rgba(${mixed.slice(0, 3).map(Math.round).join(", ")}, ${Number(mixed[3]!.toFixed(4))})`;
  });
}
