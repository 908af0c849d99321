import type { DocumentAsset } from "../../document.ts";
import type { ImageSource, Point, Style } from "../../scene/index.ts";
import type { CardOptions } from "../compile-template.ts";
import { valuesOf } from "../css/component-values.ts";
import { position } from "../css/position.ts";
import { checkContext } from "../css/value-context.ts";
import { evaluate, fieldPath, type Scope } from "../data/evaluate.ts";
import type { Expression } from "../data/expressions.ts";
import { paintSvg, type SvgPaint } from "../html/svg.ts";
import type { ImageReference, TemplateElement } from "../html/template-element.ts";
import type { StyledElement } from "../style/style-tree.ts";
import type { SceneSource } from "./build-scene.ts";
import { toImageSource } from "./image-source.ts";
import { hasLightGround, type CardColors } from "./palette-variables.ts";

/** The images of one card: assets, drawings, the brand's, and those that its data names. */
export class SceneImages {
  readonly #source: SceneSource;
  readonly #colors: CardColors;
  readonly #focus: CardOptions["focus"];

  constructor(source: SceneSource, colors: CardColors, focus: CardOptions["focus"]) {
    this.#source = source;
    this.#colors = colors;
    this.#focus = focus;
  }

  /**
   * The source of an element's image; undefined without data or asset for it. `inside`: the values of
   * elements in an inline SVG.
   */
  sourceOf(
    image: ImageReference,
    scope: Scope,
    styled: StyledElement,
    inside: ReadonlyMap<number, SvgPaint>,
  ): ImageSource | undefined {
    const { color } = styled.style;
    switch (image.kind) {
      case "asset": {
        const asset = this.#source.assets[image.path];
        return asset && toImageSource(asset, color);
      }
      case "svg":
        return {
          kind: "svg",
          svg: { markup: paintSvg(image.markup, styled.computed.values, inside) },
          color,
          ...(image.aspectRatio !== undefined && { aspectRatio: image.aspectRatio }),
        };
      case "embedded":
        return image.source;
      case "data":
        break;
    }
    return this.#dataImage(image.expression, scope, color);
  }

  #dataImage(expression: Expression, scope: Scope, color: string): ImageSource | undefined {
    if (expression.source.kind !== "brand") return remoteImage(expression, scope);
    const asset = brandImage(this.#colors, expression);
    return asset && toImageSource(asset, color);
  }

  /** The style of an element, with the images of data fields in its background. */
  styleOf(
    { style, dataLayers }: StyledElement,
    styleData: TemplateElement["styleData"],
    scope: Scope,
  ): Style {
    if (dataLayers.length === 0) return style;
    const background = style.background.flatMap((layer, index) => {
      const placeholder = dataLayers.find((data) => data.layer === index)?.placeholder;
      if (placeholder === undefined) return [layer];
      const expression = styleData.get(placeholder) ?? this.#source.root.styleData.get(placeholder);
      const image = expression && this.#dataImage(expression, scope, style.color);
      const focus = this.focusOf(image) ?? layer.position;
      return image ? [{ ...layer, image, position: focus }] : [];
    });
    return { ...style, background };
  }

  /** The position that the request gives for the image of a field. */
  focusOf(source: ImageSource | undefined): Point | undefined {
    const focus = this.#focus;
    const isGiven = focus && source?.kind === "remote" && Object.hasOwn(focus, source.field);
    if (!isGiven) return undefined;
    return position.parse(valuesOf(focus[source.field]!), checkContext);
  }
}

/** An image of a brand: its background, or its logo for the ground of a card. */
export function brandImage(colors: CardColors, { source }: Expression): DocumentAsset | undefined {
  const { logo = {}, background } = colors.brand ?? {};
  if (source.kind === "brand" && source.name === "background") return background?.image;
  const { onLight, onDark } = logo;
  return hasLightGround(colors) ? (onLight ?? onDark) : (onDark ?? onLight);
}

function remoteImage(expression: Expression, scope: Scope): ImageSource | undefined {
  const url = evaluate(expression, scope);
  const field = fieldPath(expression.source, scope);
  return url !== "" && field !== undefined ? { kind: "remote", url, field } : undefined;
}
