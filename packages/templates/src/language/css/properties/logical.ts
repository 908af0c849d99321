import type { Direction } from "../../../direction.ts";
import { namesIn } from "../../suggestions.ts";
import type { LonghandName } from "./longhands.ts";

/** A property whose side depends on the direction of the element (CSS Logical Properties 1). */
type Mapping = Readonly<Record<Direction, LonghandName>>;

const same = (name: LonghandName): Mapping => ({ ltr: name, rtl: name });

const inline = (left: LonghandName, right: LonghandName, side: "start" | "end"): Mapping =>
  side === "start" ? { ltr: left, rtl: right } : { ltr: right, rtl: left };

function createMappings(): Record<string, Mapping> {
  const mappings: Record<string, Mapping> = {
    "inline-size": same("width"),
    "block-size": same("height"),
    "min-inline-size": same("min-width"),
    "min-block-size": same("min-height"),
    "max-inline-size": same("max-width"),
    "max-block-size": same("max-height"),
    "border-start-start-radius": inline("border-top-left-radius", "border-top-right-radius", "start"),
    "border-start-end-radius": inline("border-top-left-radius", "border-top-right-radius", "end"),
    "border-end-start-radius": inline("border-bottom-left-radius", "border-bottom-right-radius", "start"),
    "border-end-end-radius": inline("border-bottom-left-radius", "border-bottom-right-radius", "end"),
  };
  for (const side of ["start", "end"] as const) {
    const block = side === "start" ? "top" : "bottom";
    mappings[`inset-inline-${side}`] = inline("left", "right", side);
    mappings[`inset-block-${side}`] = same(block);
    for (const box of ["margin", "padding"] as const) {
      mappings[`${box}-inline-${side}`] = inline(`${box}-left`, `${box}-right`, side);
      mappings[`${box}-block-${side}`] = same(`${box}-${block}`);
    }
    for (const part of ["width", "style", "color"] as const) {
      mappings[`border-inline-${side}-${part}`] = inline(`border-left-${part}`, `border-right-${part}`, side);
      mappings[`border-block-${side}-${part}`] = same(`border-${block}-${part}`);
    }
  }
  return mappings;
}

/** The properties that are named by the flow of text, with the physical property for each direction. */
export const logicalProperties: ReadonlyMap<string, Mapping> = new Map(Object.entries(createMappings()));

/** Other names of properties, which may be shorthands. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ["word-wrap", "overflow-wrap"],
  ["text-wrap-style", "text-wrap"],
  ["grid-gap", "gap"],
  ["grid-row-gap", "row-gap"],
  ["grid-column-gap", "column-gap"],
  ...namesIn(
    "align-content align-items align-self background-clip background-size",
    "box-sizing flex flex-direction flex-wrap font-feature-settings justify-content opacity order",
    "transform-origin backdrop-filter border-radius box-shadow clip-path filter hyphens mask",
    "mask-clip mask-composite mask-image mask-origin mask-position mask-repeat mask-size",
    "text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style transform",
  ).map((name) => [`-webkit-${name}`, name] as const),
]);
