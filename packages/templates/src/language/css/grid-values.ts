import type {
  GridArea,
  GridAreas,
  GridLine,
  TrackBreadth,
  TrackList,
  Tracks,
  TrackSize,
} from "../../scene/values.ts";
import {
  identOf,
  keywordOf,
  parseAll,
  splitAt,
  type ComponentValue,
  type FunctionValue,
  type Values,
} from "./component-values.ts";
import { getOrInsert } from "@placard/contracts/maps";
import { parseNonNegative } from "./quantity.ts";
import type { ValueContext } from "./value-context.ts";
import { ValueReader } from "./value-reader.ts";

/** A grid has at most this many tracks along an axis in its track list, and lines an index up to it. */
const maxTracks = 100;

const breadthKeywords = ["auto", "min-content", "max-content"] as const;
const unnameable = new Set(["auto", "span", "inherit", "initial", "unset", "revert", "default"]);

function parseBreadth(value: ComponentValue, context: ValueContext): TrackBreadth | undefined {
  return new ValueReader([value]).keyword(...breadthKeywords) ?? parseNonNegative(value, context);
}

function parseFraction(value: ComponentValue): { fr: number } | undefined {
  return value.kind === "dimension" && value.unit === "fr" && value.value >= 0 && value.value <= 1e6
    ? { fr: value.value }
    : undefined;
}

/** Reads the size of one track (CSS Grid 2, section 7.2). */
export function parseTrackSize(value: ComponentValue, context: ValueContext): TrackSize | undefined {
  const max = parseFraction(value);
  if (max) return { min: "auto", max };
  if (value.kind === "function" && value.name === "minmax") return parseMinmax(value, context);
  if (value.kind === "function" && value.name === "fit-content") {
    const [argument, ...others] = value.values;
    const limit = argument && others.length === 0 ? parseNonNegative(argument, context) : undefined;
    return limit === undefined ? undefined : { min: "auto", max: { fitContent: limit } };
  }
  const breadth = parseBreadth(value, context);
  return breadth === undefined ? undefined : { min: breadth, max: breadth };
}

function parseMinmax({ values }: FunctionValue, context: ValueContext): TrackSize | undefined {
  const [[first, ...more] = [], [second, ...others] = [], ...rest] = splitAt(values, ",");
  if (!first || !second || more.length + others.length + rest.length > 0) return undefined;
  if (parseFraction(first)) {
    return context.refuse("The minimum of minmax() must not be in fr", "Write `minmax(0, 1fr)` or `1fr`.");
  }
  const min = parseBreadth(first, context);
  const max = parseFraction(second) ?? parseBreadth(second, context);
  return min === undefined || max === undefined ? undefined : { min, max };
}

function parseLineNames(value: ComponentValue): readonly string[] | undefined {
  if (value.kind !== "block" || value.open !== "[") return undefined;
  const names = value.values.map((name) => (name.kind === "ident" ? name.name : undefined));
  return names.every((name) => name !== undefined && !unnameable.has(name.toLowerCase()))
    ? (names as string[])
    : undefined;
}

const noTracks: Tracks = { sizes: [], lineNames: [[]] };

/** Reads the names of a line, or the size of a track. */
function parseTrack(value: ComponentValue, context: ValueContext): Tracks | undefined {
  const names = parseLineNames(value);
  if (names) return { sizes: [], lineNames: [names] };
  const size = parseTrackSize(value, context);
  return size && { sizes: [size], lineNames: [[], []] };
}

/** Tracks one after the other: where they meet, a line has the names of both. */
function joinTracks(before: Tracks, after: Tracks): Tracks {
  const [first = [], ...others] = after.lineNames;
  const shared = [...before.lineNames.at(-1)!, ...first];
  return {
    sizes: [...before.sizes, ...after.sizes],
    lineNames: [...before.lineNames.slice(0, -1), shared, ...others],
  };
}

/** Reads a track list (CSS Grid 2, section 7.2); `none` is an empty one. */
export function parseTrackList(values: Values, context: ValueContext): TrackList | undefined {
  const [first] = values;
  if (keywordOf(values) === "none") return [];
  const name = identOf(first);
  if (name === "subgrid" || name === "masonry")
    return context.refuse(`“${name}” is not supported`, "Repeat the track list of the parent.");
  const parts: (Tracks & { readonly repeat?: "auto-fill" | "auto-fit" })[] = [];
  let part = noTracks;
  for (const value of values) {
    if (value.kind === "function" && value.name === "repeat") {
      const repetition = parseRepeat(value, context);
      if (!repetition) return undefined;
      const { count, tracks } = repetition;
      if (typeof count === "number") for (let i = 0; i < count; i++) part = joinTracks(part, tracks);
      else if (tracks.sizes.every(isFixed)) {
        parts.push(part, { ...tracks, repeat: count });
        part = noTracks;
      } else {
        return context.refuse(
          `repeat(${count}, …) needs tracks of a definite size`,
          "Write a length as minimum: `repeat(auto-fill, minmax(200px, 1fr))`.",
        );
      }
    } else {
      const track = parseTrack(value, context);
      if (!track) return undefined;
      part = joinTracks(part, track);
    }
    const trackCount = parts.reduce((sum, { sizes }) => sum + sizes.length, part.sizes.length);
    if (trackCount > maxTracks) return context.refuse(`A grid has at most ${maxTracks} tracks along an axis`);
  }
  parts.push(part);
  const autoRepeats = parts.filter(({ repeat }) => repeat);
  const sizes = parts.flatMap((each) => each.sizes);
  if (sizes.length === 0 || autoRepeats.length > 1) return undefined;
  if (autoRepeats.length === 1 && !sizes.every(isFixed)) {
    return context.refuse(
      "auto-fill and auto-fit can't be combined with tracks that depend on their content",
      "Give the other tracks a length or `minmax(100px, 1fr)`.",
    );
  }
  return parts;
}

/** `repeat(3, …)` or `repeat(auto-fill, …)`. */
function parseRepeat({ values }: FunctionValue, context: ValueContext) {
  const [[count, ...more] = [], list = [], ...rest] = splitAt(values, ",");
  // Commas of minmax() are inside a function, so a repetition has exactly one.
  if (!count || more.length > 0 || rest.length > 0) return undefined;
  const keyword = new ValueReader([count]).keyword("auto-fill", "auto-fit");
  const isCount = count.kind === "number" && count.isInteger && count.value >= 1;
  if (!keyword && !isCount) return undefined;
  const tracks = parseAll(list, (value) => parseTrack(value, context))?.reduce(joinTracks, noTracks);
  if (!tracks || tracks.sizes.length === 0) return undefined;
  if (isCount && count.value * tracks.sizes.length > maxTracks)
    return context.refuse(`A grid has at most ${maxTracks} tracks along an axis`);
  return { count: keyword ?? (count as { value: number }).value, tracks };
}

/** Whether a track has a length as minimum or maximum (`<fixed-size>`). */
function isFixed({ min, max }: TrackSize): boolean {
  if (typeof min !== "string") return typeof max !== "object" || !("fitContent" in max);
  return typeof max === "number" || (typeof max === "object" && !("fr" in max) && !("fitContent" in max));
}

/** Reads an edge of a grid item (CSS Grid 2, section 8.3). */
export function parseGridLine(values: Values): GridLine | undefined {
  let [name, index, isSpan]: [string?, number?, boolean?] = [];
  for (const value of values) {
    const ident = value.kind === "ident" ? value.name : undefined;
    if (ident?.toLowerCase() === "auto") return values.length === 1 ? "auto" : undefined;
    if (ident?.toLowerCase() === "span" && !isSpan) isSpan = true;
    else if (ident !== undefined && name === undefined && !unnameable.has(ident.toLowerCase())) name = ident;
    else if (value.kind === "number" && value.isInteger && index === undefined) index = value.value;
    else return undefined;
  }
  if (values.length === 0 || index === 0 || Math.abs(index ?? 1) > maxTracks) return undefined;
  if (isSpan) {
    if (values.length === 1 || (index ?? 1) < 1) return undefined;
    return { kind: "span", name, count: index ?? 1 };
  }
  if (index !== undefined) return { kind: "line", name, index };
  return name === undefined ? undefined : { kind: "name", name };
}

/** Reads `grid-template-areas`; `none` has no rows. */
export function parseAreas(values: Values, context: ValueContext): GridAreas | undefined {
  if (keywordOf(values) === "none") {
    return { rows: 0, columns: 0, areas: {} };
  }
  const rows = values.map((value) => (value.kind === "string" ? cellsOf(value.value) : undefined));
  const columns = rows[0]?.length ?? 0;
  if (columns === 0 || columns > maxTracks || rows.length > maxTracks) return undefined;
  if (!rows.every((row) => row?.length === columns)) {
    return rows.every((row) => row)
      ? context.refuse(
          "The rows of `grid-template-areas` differ in their number of cells",
          "Use `.` for a gap.",
        )
      : undefined;
  }
  const places = new Map<string, { row: number; column: number }[]>();
  for (const [row, cells] of rows.entries())
    for (const [column, name] of cells!.entries())
      if (!name.startsWith(".")) getOrInsert(places, name, () => []).push({ row, column });
  const areas: [name: string, area: GridArea][] = [];
  for (const [name, cells] of places) {
    const [first, last] = [cells[0]!, cells.at(-1)!];
    const [height, width] = [last.row - first.row + 1, last.column - first.column + 1];
    const isWithin = cells.every(({ column }) => column >= first.column && column <= last.column);
    if (!isWithin || cells.length !== height * width) {
      return context.refuse(
        `The area “${name}” is not a rectangle`,
        "Give the cells of an area one rectangle.",
      );
    }
    const [rowEnd, columnEnd] = [last.row + 1, last.column + 1];
    areas.push([name, { rowStart: first.row, rowEnd, columnStart: first.column, columnEnd }]);
  }
  return { rows: rows.length, columns, areas: Object.fromEntries(areas) };
}

/** The cells of one row; undefined if it has other characters than names and dots. */
function cellsOf(row: string): string[] | undefined {
  const cells = row.match(/\.+|[\p{L}\p{N}_-]+/gu) ?? [];
  return cells.length > 0 && row.replace(/\.+|[\p{L}\p{N}_-]+/gu, "").trim() === "" ? cells : undefined;
}
