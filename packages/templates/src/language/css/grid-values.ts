import type { GridArea, GridAreas, GridLine, TrackList, Tracks, TrackSize } from "../../scene/values.ts";
import { identOf } from "./component-values.ts";
import { getOrInsert } from "@placard/contracts/maps";
import { anyOrder, call, either, keywordMap, keywords, noneOr, sequence, sign, single } from "./grammar.ts";
import type { ValueContext } from "./value-context.ts";
import { literalInteger, nonNegative, string } from "./value-types.ts";

/** A grid has at most this many tracks along an axis in its track list, and lines an index up to it. */
const maxTracks = 100;

const unnameable = new Set(["auto", "span", "inherit", "initial", "unset", "revert", "default"]);

const breadth = either(keywords("auto", "min-content", "max-content"), nonNegative);
const fraction = single("<flex>", (value) =>
  value.kind === "dimension" && value.unit === "fr" && value.value >= 0 && value.value <= 1e6
    ? { fr: value.value }
    : undefined,
);
const noFraction = fraction.map((_, context) =>
  context.refuse("The minimum of minmax() must not be in fr", "Write `minmax(0, 1fr)` or `1fr`."),
);
const minmax = sequence(either(noFraction, breadth), sign(","), either(fraction, breadth));

/** The size of one track (CSS Grid 2, section 7.2). */
export const trackSize = either(
  fraction.map((max): TrackSize => ({ min: "auto", max })),
  call("minmax", minmax).map(([min, , max]): TrackSize => ({ min, max })),
  call("fit-content", nonNegative).map((fitContent): TrackSize => ({ min: "auto", max: { fitContent } })),
  breadth.map((each): TrackSize => ({ min: each, max: each })),
).withSyntax("<track-size>");

const lineName = single("<custom-ident>", (value) =>
  value.kind === "ident" && !unnameable.has(value.name.toLowerCase()) ? value.name : undefined,
);

const noTracks: Tracks = { sizes: [], lineNames: [[]] };

/** The names of a line, or the size of a track. */
const track = either(
  single("<line-names>", (value, context): Tracks | undefined => {
    if (value.kind !== "block" || value.open !== "[") return undefined;
    const names = lineName.repeat(0).parse(value.values, context);
    return names && { sizes: [], lineNames: [names] };
  }),
  trackSize.map((size): Tracks => ({ sizes: [size], lineNames: [[], []] })),
);

/** Tracks one after the other: where they meet, a line has the names of both. */
function joinTracks(before: Tracks, after: Tracks): Tracks {
  const [first = [], ...others] = after.lineNames;
  const shared = [...before.lineNames.at(-1)!, ...first];
  return {
    sizes: [...before.sizes, ...after.sizes],
    lineNames: [...before.lineNames.slice(0, -1), shared, ...others],
  };
}

/** `repeat(3, …)` or `repeat(auto-fill, …)` */
const repetition = call(
  "repeat",
  sequence(either(keywords("auto-fill", "auto-fit"), literalInteger), sign(","), track.repeat()),
).map(([count, , parts], context): (Tracks & { readonly repeat?: "auto-fill" | "auto-fit" }) | undefined => {
  const tracks = parts.reduce(joinTracks, noTracks);
  const { sizes } = tracks;
  if (sizes.length === 0 || Number(count) < 1) return undefined;
  if (typeof count === "number") {
    if (count * sizes.length > maxTracks) return tooManyTracks(context);
    return Array.from({ length: count }, () => tracks).reduce(joinTracks, noTracks);
  }
  if (sizes.every(isFixed)) return { ...tracks, repeat: count };
  return context.refuse(
    `repeat(${count}, …) needs tracks of a definite size`,
    "Write a length as minimum: `repeat(auto-fill, minmax(200px, 1fr))`.",
  );
});

function tooManyTracks(context: ValueContext): undefined {
  return context.refuse(`A grid has at most ${maxTracks} tracks along an axis`);
}

const tracks = either(repetition, track)
  .repeat()
  .map((all, context): TrackList | undefined => {
    const parts: TrackList[number][] = [];
    let part = noTracks;
    for (const each of all) {
      if ("repeat" in each) {
        parts.push(part, each);
        part = noTracks;
      } else part = joinTracks(part, each);
    }
    parts.push(part);
    const sizes = parts.flatMap((each) => each.sizes);
    if (sizes.length > maxTracks) return tooManyTracks(context);
    const autoRepeats = parts.filter((each) => "repeat" in each);
    if (sizes.length === 0 || autoRepeats.length > 1) return undefined;
    if (autoRepeats.length === 0 || sizes.every(isFixed)) return parts;
    return context.refuse(
      "auto-fill and auto-fit can't be combined with tracks that depend on their content",
      "Give the other tracks a length or `minmax(100px, 1fr)`.",
    );
  });

/** A track list (CSS Grid 2, section 7.2); `none` is an empty one. */
export const trackList = noneOr(tracks)
  .explain((value, context) => {
    const name = identOf(value);
    return name === "subgrid" || name === "masonry"
      ? context.refuse(`“${name}” is not supported`, "Repeat the track list of the parent.")
      : undefined;
  })
  .withSyntax("none | [ <line-names> | <track-size> | repeat( … ) ]+");

/** Whether a track has a length as minimum or maximum (`<fixed-size>`). */
function isFixed({ min, max }: TrackSize): boolean {
  if (typeof min !== "string") return typeof max !== "object" || !("fitContent" in max);
  return typeof max === "number" || (typeof max === "object" && !("fr" in max) && !("fitContent" in max));
}

/** An edge of a grid item (CSS Grid 2, section 8.3). */
export const gridLine = either(
  keywords("auto"),
  anyOrder({ span: keywords("span"), index: literalInteger, name: lineName }).map(
    ({ span, index, name }): GridLine | undefined => {
      if (index === 0 || Math.abs(index ?? 1) > maxTracks) return undefined;
      if (span) {
        const isValid = (index ?? 1) >= 1 && (index !== undefined || name !== undefined);
        return isValid ? { kind: "span", name, count: index ?? 1 } : undefined;
      }
      return index === undefined ? { kind: "name", name: name! } : { kind: "line", name, index };
    },
  ),
).withSyntax(
  "auto | <custom-ident> | [ <integer> && <custom-ident>? ] | [ span && [ <integer> || <custom-ident> ] ]",
);

/** `grid-template-areas`; `none` has no rows. */
export const areas = either(
  keywordMap({ none: { rows: 0, columns: 0, areas: {} } }),
  string.repeat().map(toAreas),
);

function toAreas(texts: readonly string[], context: ValueContext): GridAreas | undefined {
  const rows = texts.map(cellsOf);
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
  const found: [name: string, area: GridArea][] = [];
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
    found.push([name, { rowStart: first.row, rowEnd, columnStart: first.column, columnEnd }]);
  }
  return { rows: rows.length, columns, areas: Object.fromEntries(found) };
}

/** The cells of one row; undefined if it has other characters than names and dots. */
function cellsOf(row: string): string[] | undefined {
  const cells = row.match(/\.+|[\p{L}\p{N}_-]+/gu) ?? [];
  return cells.length > 0 && row.replace(/\.+|[\p{L}\p{N}_-]+/gu, "").trim() === "" ? cells : undefined;
}
