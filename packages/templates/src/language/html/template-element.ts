import type { Declaration } from "../css/declarations.ts";
import type { TextTemplate } from "../data/evaluate.ts";
import type { StyleData } from "./declaration-data.ts";
import type { Condition, Expression, LoopScope } from "../data/expressions.ts";
import type { CellSpan, ImageSource } from "../../scene/index.ts";
import type { SvgDocument } from "./svg.ts";
import type { SvgPlace } from "./svg-text.ts";

/** Where an image comes from. */
export type ImageReference =
  /** The path of an asset, such as `logo.svg`. */
  | { readonly kind: "asset"; readonly path: string }
  /** A data field of the format `image-url`, or the brand's logo. */
  | { readonly kind: "data"; readonly expression: Expression }
  | { readonly kind: "embedded"; readonly url: string; readonly source: ImageSource }
  | ({ readonly kind: "svg" } & SvgDocument);

export interface TemplateElement {
  readonly kind: "element";
  /** From 0 in document order. */
  readonly index: number;
  readonly tag: string;
  readonly parent: TemplateElement | undefined;
  /** Its index among the child elements of its parent. */
  readonly position: number;
  readonly children: readonly TemplateNode[];
  readonly classes: ReadonlySet<string>;
  /** Class names with a value of an `enum` field. */
  readonly dataClasses: readonly TextTemplate[];
  /** `classes`, and all names that `dataClasses` can result in. */
  readonly possibleClasses: ReadonlySet<string>;
  /** All attributes that a browser knows, for selectors and `attr()`. */
  readonly attributes: ReadonlyMap<string, TextTemplate>;
  /** The declarations of presentation attributes, such as `width`, which any rule replaces. */
  readonly hints: readonly Declaration[];
  /** The declarations of the style attribute, and its text. */
  readonly style: readonly Declaration[];
  readonly styleText: string;
  /** Of the style attribute; of the root element, also of rules. */
  readonly styleData: StyleData;
  readonly conditions: readonly Condition[];
  readonly loop: LoopScope | undefined;
  /** Of cells and columns of tables: the columns and rows that it spans; 0 rows are all that follow. */
  readonly span: CellSpan | undefined;
  readonly drop: number | undefined;
  readonly lang: TextTemplate | undefined;
  /** `auto` is the direction of the first strong character of the element's text. */
  readonly dir: "ltr" | "rtl" | "auto" | readonly Expression[] | undefined;
  readonly image: ImageReference | undefined;
  /** Of texts of an inline SVG, their parts, and groups that contain them. */
  readonly svgPlace?: SvgPlace;
  /** In `template.html`. */
  readonly offset: number;
}

export interface TemplateText {
  readonly kind: "text";
  readonly parts: TextTemplate;
}

export type TemplateNode = TemplateElement | TemplateText;
