import {
  identOf,
  keywordOf,
  splitAt,
  valuesOf,
  type ComponentValue,
  type Values,
} from "../component-values.ts";
import { anyOrder, keywords } from "../grammar.ts";
import { areas, gridLine, trackList, trackSize } from "../grid-values.ts";
import { property } from "./property.ts";
import type { Expansion, Shorthand } from "./shorthand.ts";

const autoTracks = trackSize.repeat();
const autoFlow = anyOrder({ axis: keywords("row", "column"), dense: keywords("dense") }).map(
  ({ axis = "row", dense }) => ({ axis, isDense: dense !== undefined }),
);

export const gridProperties = {
  "grid-template-columns": property(trackList, "none", "repeat(3, minmax(0, 1fr))"),
  "grid-template-rows": property(trackList, "none", "auto 1fr"),
  "grid-template-areas": property(areas, "none", '"logo title" "logo text"'),
  "grid-auto-columns": property(autoTracks, "auto", "1fr"),
  "grid-auto-rows": property(autoTracks, "auto", "minmax(80px, auto)"),
  "grid-auto-flow": property(autoFlow, "row", "row dense"),
  "grid-row-start": property(gridLine, "auto", "2"),
  "grid-row-end": property(gridLine, "auto", "span 2"),
  "grid-column-start": property(gridLine, "auto", "1"),
  "grid-column-end": property(gridLine, "auto", "-1"),
};

const gridTemplate = ["grid-template-rows", "grid-template-columns", "grid-template-areas"];
const gridAll = [...gridTemplate, "grid-auto-rows", "grid-auto-columns", "grid-auto-flow"];

export const gridShorthands = {
  "grid-row": lines(["grid-row-start", "grid-row-end"], "1 / span 2"),
  "grid-column": lines(["grid-column-start", "grid-column-end"], "1 / -1"),
  "grid-area": lines(["grid-row-start", "grid-column-start", "grid-row-end", "grid-column-end"], "title"),
  "grid-template": {
    syntax:
      "none | <'grid-template-rows'> / <'grid-template-columns'> | [ <string> <track-size>? ]+ [ / <track-size>+ ]?",
    example: '"logo title" auto "logo text" 1fr / 120px 1fr',
    longhands: gridTemplate,
    expand: expandTemplate,
  },
  grid: {
    syntax:
      "<'grid-template'> | <'grid-template-rows'> / auto-flow <'grid-auto-columns'>? | auto-flow <'grid-auto-rows'>? / <'grid-template-columns'>",
    example: "auto-flow 80px / 1fr 1fr",
    longhands: gridAll,
    expand: expandGrid,
  },
};

/** Edges of a grid item, separated by slashes (CSS Grid 2, section 8.4). */
function lines(longhands: readonly string[], example: string): Shorthand {
  return {
    syntax: longhands.length === 2 ? "<grid-line> [ / <grid-line> ]?" : "<grid-line> [ / <grid-line> ]{0,3}",
    example,
    longhands,
    expand: (values) => {
      const parts = splitAt(values, "/");
      if (parts.length > longhands.length || parts.some((part) => part.length === 0)) return undefined;
      const valueAt = (index: number): Values | undefined => {
        const part = parts[index];
        if (part) return part;
        // A name alone also stands for the other edges: first for its opposite one.
        const source = index > 1 ? valueAt(index - 2) : parts[0]!;
        const name = source && keywordOf(source);
        return name === undefined || name === "auto" ? undefined : source;
      };
      return Object.fromEntries(longhands.map((longhand, index) => [longhand, valueAt(index)]));
    },
  };
}

function expandTemplate(values: Values): Expansion | undefined {
  const parts = splitAt(values, "/");
  const [rows = [], columns, ...others] = parts;
  if (others.length > 0 || rows.length === 0 || columns?.length === 0) return undefined;
  const strings = rows.filter(({ kind }) => kind === "string");
  if (strings.length === 0) {
    if (keywordOf(values) === "none") return {};
    return columns && { "grid-template-rows": rows, "grid-template-columns": columns };
  }
  return {
    "grid-template-areas": strings,
    "grid-template-rows": rowsBetween(rows),
    "grid-template-columns": columns,
  };
}

/** The track list in `"a b" 1fr "c d"`: a row without a size is `auto`. */
function rowsBetween(values: Values): Values {
  return values.flatMap((value, index) => {
    if (value.kind !== "string") return [value];
    const next = values[index + 1];
    const isSized = next && next.kind !== "string" && !(next.kind === "block" && next.open === "[");
    return isSized ? [] : valuesOf("auto");
  });
}

function expandGrid(values: Values): Expansion | undefined {
  const [rows = [], columns = [], ...others] = splitAt(values, "/");
  const isFlow = (part: Values) => part.some((value) => identOf(value) === "auto-flow");
  if (!isFlow(rows) && !isFlow(columns)) return expandTemplate(values);
  if (others.length > 0 || rows.length === 0 || columns.length === 0) return undefined;
  const [flow, template, axis] = isFlow(rows) ? [rows, columns, "row"] : [columns, rows, "column"];
  const isFlowKeyword = (value: ComponentValue) => ["auto-flow", "dense"].includes(identOf(value) ?? "");
  const sizes = flow.filter((value) => !isFlowKeyword(value));
  const dense = flow.filter((value) => identOf(value) === "dense");
  if (isFlow(template) || flow.length - sizes.length - dense.length !== 1 || dense.length > 1)
    return undefined;
  return {
    [axis === "row" ? "grid-template-columns" : "grid-template-rows"]: template,
    [axis === "row" ? "grid-auto-rows" : "grid-auto-columns"]: sizes.length > 0 ? sizes : undefined,
    "grid-auto-flow": [...valuesOf(axis), ...dense],
  };
}
