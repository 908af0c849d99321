import type { Position } from "../../scene/index.ts";
import type { ComponentValue } from "./component-values.ts";
import { scaleLength } from "./math-functions.ts";
import { parseOffset } from "./quantity.ts";
import type { ValueContext } from "./value-context.ts";
import type { ValueReader } from "./value-reader.ts";

export interface Point {
  readonly x: Position;
  readonly y: Position;
}

export const center: Position = { percent: 50, px: 0 };

type Token = { readonly keyword: string } | { readonly offset: Position };

/** Reads a `<position>` (CSS Values 4, section 8.3): one to four keywords, lengths or percentages. */
export function parsePosition(reader: ValueReader, context: ValueContext): Point | undefined {
  const tokens: Token[] = [];
  while (tokens.length < 4) {
    const keyword = reader.keyword("left", "right", "top", "bottom", "center");
    const token = keyword ? { keyword } : readOffset(reader, context);
    if (!token) break;
    tokens.push(token);
  }
  if (tokens.length <= 2) return fromTwo(tokens);
  return fromEdges(tokens);
}

function readOffset(reader: ValueReader, context: ValueContext): Token | undefined {
  return reader.one((value: ComponentValue) => {
    const offset = parseOffset(value, context);
    return offset && { offset };
  });
}

function fromTwo([first, second]: readonly Token[]): Point | undefined {
  if (!first) return undefined;
  const isVertical = (token: Token) => "keyword" in token && ["top", "bottom"].includes(token.keyword);
  const isHorizontal = (token: Token) => "keyword" in token && ["left", "right"].includes(token.keyword);
  if (!second) {
    return isVertical(first) ? { x: center, y: resolve(first) } : { x: resolve(first), y: center };
  }
  if (isVertical(first) || isHorizontal(second)) {
    // Keywords may be swapped, lengths may not.
    if (!("keyword" in first) || !("keyword" in second) || isHorizontal(first) || isVertical(second))
      return undefined;
    return { x: resolve(second), y: resolve(first) };
  }
  return { x: resolve(first), y: resolve(second) };
}

/** `right 10px bottom 20px`, `right 10px top`. */
function fromEdges(tokens: readonly Token[]): Point | undefined {
  let [x, y]: [Position | undefined, Position | undefined] = [undefined, undefined];
  let centers = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (!("keyword" in token)) return undefined;
    if (token.keyword === "center") {
      centers++;
      continue;
    }
    const following = tokens[index + 1];
    const offset = following && "offset" in following ? following.offset : undefined;
    if (offset) index++;
    const position = fromEdge(token.keyword, offset);
    if (token.keyword === "left" || token.keyword === "right") {
      if (x) return undefined;
      x = position;
    } else {
      if (y) return undefined;
      y = position;
    }
  }
  if ((x ? 0 : 1) + (y ? 0 : 1) !== centers) return undefined;
  return { x: x ?? center, y: y ?? center };
}

function fromEdge(edge: string, offset: Position = { percent: 0, px: 0 }): Position {
  if (edge === "left" || edge === "top") return offset;
  if (!("calculation" in offset)) return { percent: 100 - offset.percent, px: 0 - offset.px };
  const whole = { kind: "length", px: 0, percent: 100, em: 0 } as const;
  return { calculation: { kind: "sum", args: [whole, scaleLength(offset.calculation, -1)] } };
}

function resolve(token: Token): Position {
  if ("offset" in token) return token.offset;
  return token.keyword === "center" ? center : fromEdge(token.keyword);
}
