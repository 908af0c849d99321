import type { Color, Ems, ImageSource } from "../../scene/index.ts";
import { fontMeasures, type FontMeasures } from "./font-measures.ts";
import type { Suggestion } from "../problem-list.ts";

/** What relative values of an element are resolved with. */
export interface ValueContext {
  /** What `em` is relative to, in pixels; a multiple of a fitted size below `fit()`. */
  readonly fontSize: number | Ems;
  /** Pixels: what a fitted size is where only pixels are possible. */
  readonly fitSize: number;
  /** What `rem` is relative to, in pixels. */
  readonly rootFontSize: number;
  /** What `ch` and `ex` are, in `em`. */
  readonly font: FontMeasures;
  /** `lh`, in `em`. */
  readonly lineHeight: number;
  /** Of the card, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The value of `currentColor`. */
  readonly color: Color;
  /** What `bolder` and `lighter` are relative to. */
  readonly parentFontWeight: number;
  /** The asset at a path such as `assets/logo.svg`, or the image of a data URL. */
  readonly asset: (path: string, color: Color) => ImageSource | undefined;
  /**
   * Says why a value is refused. Returns undefined, so that a parser can return the call. A function that
   * finds no suggestion takes the reason back.
   */
  refuse: (message: string, suggestion?: Suggestion) => undefined;
}

/** `rem` is the browser's default font size: a template's root is not a document's root. */
export const rootFontSize = 16;

/** A context that values are checked with while it isn't known for which element they are computed. */
export const checkContext: ValueContext = {
  fontSize: rootFontSize,
  fitSize: rootFontSize,
  rootFontSize,
  font: fontMeasures([], 400),
  lineHeight: 1.21,
  width: 1200,
  height: 630,
  color: "#000000",
  parentFontWeight: 400,
  asset: () => undefined,
  refuse: () => undefined,
};

/** The same context, with another way to refuse values. */
export function withRefuse(
  context: ValueContext,
  refuse: ValueContext["refuse"] = () => undefined,
): ValueContext {
  return { ...context, refuse };
}

/** Why a value is refused. */
interface Refusal {
  readonly message: string;
  readonly suggestion: string | undefined;
}

/** The same context, with the first reason why a value is refused. */
export function withExplanation(context: ValueContext) {
  const result = {
    reason: undefined as Refusal | undefined,
    context: withRefuse(context, (message, suggestion) => {
      if (result.reason) return undefined;
      const found = typeof suggestion === "function" ? suggestion() : suggestion;
      if (typeof suggestion !== "function" || found !== undefined)
        result.reason = { message, suggestion: found };
      return undefined;
    }),
  };
  return result;
}
