import type { Ems, Fit } from "../../scene/index.ts";
import type { CardSize } from "../css/container-query.ts";
import type { SpecifiedValue } from "../css/declarations.ts";
import {
  initialValues,
  longhandNames,
  longhands,
  type LonghandName,
  type Longhands,
} from "../css/properties/longhands.ts";
import { fontMeasures } from "../css/font-measures.ts";
import { checkContext, rootFontSize, type ValueContext } from "../css/value-context.ts";
import type { WinningValues } from "./cascade.ts";
import type { ComputedFontSize } from "./to-style.ts";

/** The computed values of an element, with what its children inherit besides them. */
export interface ComputedValues {
  readonly values: Longhands;
  readonly fontSize: ComputedFontSize;
  /** The fitted size that lengths in `Ems` are relative to. */
  readonly fit: Fit | undefined;
  /** Whether the element declares its own `font-size: fit(…)`. */
  readonly declaresFit: boolean;
}

/** Others keep the keyword. */
const currentColorProperties = longhandNames.filter(
  (name) => longhands[name].initial === "currentcolor" && initialValues[name] !== "currentcolor",
);
const inheritedProperties = longhandNames.filter((name) => longhands[name].isInherited);

/** The values that the root element inherits. */
export const rootParent: ComputedValues = {
  values: initialValues,
  fontSize: rootFontSize,
  fit: undefined,
  declaresFit: false,
};

/** Computes the values of an element from the ones that won the cascade (CSS Cascade 4, section 4.4). */
export function computeValues(
  winners: WinningValues,
  parent: ComputedValues,
  size: CardSize,
  asset: ValueContext["asset"],
): ComputedValues {
  const values: Longhands = { ...initialValues };
  const writable = values as unknown as Record<LonghandName, unknown>;
  for (const name of inheritedProperties) writable[name] = parent.values[name];

  const set = (name: LonghandName, context: ValueContext): void => {
    const specified = winners.get(name);
    if (specified === undefined) return;
    const value = computeValue(name, specified, parent, context);
    writable[name] = value ?? (longhands[name].isInherited ? parent.values[name] : initialValues[name]);
  };

  // Other values depend on these.
  const outer = contextIn(parent, size, asset);
  set("color", outer);
  for (const name of currentColorProperties) writable[name] = values.color;
  const font = computeFontSize(winners.get("font-size"), parent, outer);
  if (font.declaresFit && parent.fit) inheritInPixels(writable, parent.fit);
  const fitSize = font.fit?.max ?? rootFontSize;
  const sized = { ...outer, color: values.color, fontSize: font.fontSize, fitSize };
  for (const name of ["font-family", "font-weight", "line-height"] as const) set(name, sized);

  const context = {
    ...sized,
    font: fontMeasures(values["font-family"], values["font-weight"]),
    lineHeight: lineHeightInEms(values["line-height"], font.fontSize),
  };
  for (const name of winners.keys()) if (!earlyNames.has(name)) set(name, context);
  return { values, ...font };
}

/** The properties that other values depend on. */
const earlyNames: ReadonlySet<LonghandName> = new Set([
  "color",
  "font-size",
  "font-family",
  "font-weight",
  "line-height",
]);

/** `normal` is that of Inter. */
function lineHeightInEms(value: Longhands["line-height"], fontSize: ComputedFontSize): number {
  if (value === "normal") return checkContext.lineHeight;
  if (typeof value === "object" && "factor" in value) return value.factor;
  const ofFit = typeof fontSize === "object" ? fontSize.em : undefined;
  if (typeof value === "object") return value.em / (ofFit ?? 1);
  return typeof fontSize === "number" && fontSize > 0 ? value / fontSize : checkContext.lineHeight;
}

function computeValue(
  name: LonghandName,
  specified: SpecifiedValue,
  parent: ComputedValues,
  context: ValueContext,
): unknown {
  if (typeof specified === "string") {
    const inherits = specified === "inherit" || (specified === "unset" && longhands[name].isInherited);
    if (inherits) return parent.values[name];
    return currentColorProperties.includes(name) ? context.color : initialValues[name];
  }
  return longhands[name].parse(specified, context);
}

function computeFontSize(
  specified: SpecifiedValue | undefined,
  parent: ComputedValues,
  context: ValueContext,
): Pick<ComputedValues, "fontSize" | "fit" | "declaresFit"> {
  const size = typeof specified === "object" ? longhands["font-size"].parse(specified, context) : undefined;
  if (typeof size === "object" && "min" in size) return { fontSize: { em: 1 }, fit: size, declaresFit: true };
  const fontSize = specified === "initial" ? rootFontSize : (size ?? parent.fontSize);
  return { fontSize, fit: parent.fit, declaresFit: false };
}

/** In a nested fit, inherited lengths become pixels of the outer one's maximum. */
function inheritInPixels(values: Record<LonghandName, unknown>, outer: Fit): void {
  const toPixels = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toPixels);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const isEms = entries.length === 1 && "em" in value;
    return isEms
      ? (value as Ems).em * outer.max
      : Object.fromEntries(entries.map(([k, v]) => [k, toPixels(v)]));
  };
  for (const name of inheritedProperties) values[name] = toPixels(values[name]);
}

/** What values of a child refer to until its own color and font are computed. */
function contextIn(
  { values, fontSize, fit }: ComputedValues,
  { width, height }: CardSize,
  asset: ValueContext["asset"],
): ValueContext {
  return {
    refuse: () => undefined,
    rootFontSize,
    width,
    height,
    fontSize,
    fitSize: fit?.max ?? rootFontSize,
    color: values.color,
    font: fontMeasures(values["font-family"], values["font-weight"]),
    lineHeight: lineHeightInEms(values["line-height"], fontSize),
    parentFontWeight: values["font-weight"],
    asset,
  };
}
