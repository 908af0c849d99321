import { SVGPathData } from "svg-pathdata";
import type { PathSegment } from "../../scene/index.ts";

/** The largest coordinate. */
const largest = 1_000_000;

/** Parses SVG path data to absolute lines and cubic curves; undefined if invalid (SVG 2, section 9.3). */
export function parsePath(data: string): readonly PathSegment[] | undefined {
  try {
    const path = new SVGPathData(data).toAbs().normalizeHVZ(false).normalizeST().qtToC().aToC();
    const segments = path.commands.map(toSegment);
    const isInRange = segments
      .flat()
      .every((value) => typeof value === "string" || Math.abs(value) <= largest);
    return isInRange && (segments[0]?.[0] === "M" || data.trim() === "") ? segments : undefined;
  } catch {
    return undefined;
  }
}

/** Throws for commands that the normalization replaces. */
function toSegment(command: SVGPathData["commands"][number]): PathSegment {
  const { type } = command;
  if (type === SVGPathData.CLOSE_PATH) return ["Z"];
  if (type === SVGPathData.MOVE_TO) return ["M", command.x, command.y];
  if (type === SVGPathData.LINE_TO) return ["L", command.x, command.y];
  if (type !== SVGPathData.CURVE_TO) throw new TypeError(`unexpected command ${type}`);
  return ["C", command.x1, command.y1, command.x2, command.y2, command.x, command.y];
}
