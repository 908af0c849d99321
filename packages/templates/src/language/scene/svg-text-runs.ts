import type { Length, SvgTextRun, Style } from "../../scene/index.ts";
import type { Longhands } from "../css/properties/longhands.ts";
import type { SvgLength, SvgPlace } from "../html/svg-text.ts";
import type { StyledElement } from "../style/style-tree.ts";

/** Where a text continues after what was collected. */
type Position = Pick<SvgTextRun, "dx" | "dy"> & { readonly x?: Length; readonly y?: Length };

const inPlace: Position = { dx: 0, dy: 0 };

/** What texts have from the groups around them. */
export interface SvgSurroundings {
  readonly transforms: SvgTextRun["transforms"];
  readonly opacity: number;
}

/** Collects the texts of an inline SVG. White space collapses as in a line of text. */
export class SvgTextCollector {
  readonly runs: SvgTextRun[] = [];
  #position = inPlace;
  #endsWithSpace = true;
  /** The index of the first run of the text. */
  #start = 0;

  startText(): void {
    this.#position = { ...inPlace, x: 0, y: 0 };
    this.#endsWithSpace = true;
    this.#start = this.runs.length;
  }

  /** White space at the end is not part of a text. */
  endText(): void {
    const last = this.runs.at(-1);
    if (!last || this.runs.length === this.#start) return;
    const text = last.node.text.trimEnd();
    this.runs.pop();
    if (text !== "") this.runs.push({ ...last, node: { ...last.node, text } });
  }

  /** What follows has a position of its own. */
  moveTo(place: SvgPlace, { style: { fontSize } }: StyledElement): void {
    const resolve = ({ value, unit }: SvgLength): Length => {
      if (unit === "%") return { percent: value };
      if (unit === "") return value;
      return typeof fontSize === "number" ? value * fontSize : { em: value * fontSize.em };
    };
    const { x, y, dx, dy } = place;
    this.#position = {
      ...this.#position,
      ...(x && { x: resolve(x) }),
      ...(y && { y: resolve(y) }),
      ...(dx && { dx: resolve(dx) }),
      ...(dy && { dy: resolve(dy) }),
    };
  }

  add(node: SvgTextRun["node"], { computed: { values } }: StyledElement, around: SvgSurroundings): void {
    const collapsed = node.text.replace(/[ \t\n\r\f]+/gu, " ");
    const text = this.#endsWithSpace ? collapsed.replace(/^ /u, "") : collapsed;
    if (text === "") return;
    this.#endsWithSpace = text.endsWith(" ");
    this.runs.push({
      ...this.#position,
      ...around,
      node: { ...node, text, style: textStyle(node.style, values) },
      anchor: values["text-anchor"],
      baseline: values["dominant-baseline"],
    });
    this.#position = inPlace;
  }
}

/** The transforms and the opacity inside of a group or a text. */
export function surroundingsIn(
  { style }: StyledElement,
  { transforms, opacity }: SvgSurroundings,
): SvgSurroundings {
  const own = style.transform.length > 0 ? [style] : [];
  return { transforms: [...transforms, ...own], opacity: opacity * style.opacity };
}

/** The style of a line of HTML text with the paint of SVG text. */
function textStyle(style: Style, values: Longhands): Style {
  const { fill, stroke, "fill-opacity": fillOpacity, "stroke-width": width } = values;
  const colorOf = (paint: string) => (/^(?:currentcolor$|url)/u.test(paint) ? values.color : paint);
  const hasStroke = stroke !== "none" && width > 0;
  return {
    ...style,
    whiteSpace: "pre",
    textAlign: "left",
    textIndent: 0,
    textFill: fill === "none" ? "#00000000" : withOpacity(colorOf(fill), fillOpacity),
    textStroke: hasStroke
      ? { width, color: colorOf(stroke), isFirst: values["paint-order"] === "stroke" }
      : undefined,
  };
}

function withOpacity(color: string, opacity: number): string {
  const alpha = color.length === 9 ? Number.parseInt(color.slice(7), 16) : 255;
  return `${color.slice(0, 7)}${Math.round(alpha * opacity)
    .toString(16)
    .padStart(2, "0")}`;
}
