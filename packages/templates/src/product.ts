import { Type, type Static } from "typebox";
import type { Layer } from "./background.ts";
import { pill } from "./components.ts";
import { firstLetter } from "./initials.ts";
import { detectDirection } from "./direction.ts";
import { headline, imageUrl, line } from "./fields.ts";
import { createFrame, type Frame, type Shape } from "./frame.ts";
import { choosePalette, type Palette } from "./palette.ts";
import { column, fit, image, row, text, type Box, type Node } from "./scene.ts";
import { defineTemplate } from "./template.ts";
import { headlineStyle, leadStyle } from "./text-styles.ts";

const schema = Type.Object(
  {
    name: headline("Product name. It also determines the card's colors"),
    tagline: line("Tagline, a few words"),
    price: line("Price with its currency, shown as written"),
    badge: line("Label such as “New” or “−20 %”"),
    image: imageUrl("Product image: an absolute http or https URL"),
  },
  { additionalProperties: false },
);

type Product = Readonly<Static<typeof schema>>;

const layouts: Record<Shape, (item: Product, frame: Frame, palette: Palette) => Box> = {
  banner: threeColumns,
  wide: twoColumns,
  square: stacked,
  tall: stacked,
  strip: stacked,
};

/** A shop window: the product's image or initial on one side, its name, badge and price on the other. */
export const product = defineTemplate({
  id: "product",
  name: "Product",
  description: "A product's name, with its tagline, price and image",
  version: 1,
  fields: ["name", "tagline", "price", "image"],
  data: schema,
  scene(item, canvas) {
    const frame = createFrame(canvas);
    const palette = choosePalette(item.name);
    return {
      direction: detectDirection(item.name),
      background: rings(frame, palette),
      root: layouts[frame.shape](item, frame, palette),
    };
  },
});

/** Texts at the start, the image at the end. An initial in place of the image stands on the lower edge of the card. */
function twoColumns(item: Product, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px } = frame;
  const endPadding = item.image ? px(48) : margin;
  const size = item.image
    ? { width: Math.round(width * 0.44), height: height - 2 * endPadding }
    : { width: Math.round(width * 0.32), height: height - margin };
  const align = item.image ? "center" : "end";
  return row({ width, height, padding: [0, endPadding, 0, margin], gap: px(64), align }, [
    column({ height, grow: 1, shrink: 1, padding: [margin, 0, margin, 0], gap: px(32) }, [
      badge(item, frame, palette),
      column({ grow: 1, shrink: 1, justify: "center", gap: px(20) }, nameAndTagline(item, frame, palette)),
      price(item, frame, palette),
    ]),
    imageOrInitial(item, frame, palette, size),
  ]);
}

/** The image above the texts. */
function stacked(item: Product, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px, shape } = frame;
  const share = item.image ? 0.44 : shape === "square" ? 0.36 : 0.42;
  const size = { width: width - 2 * margin, height: Math.round(height * share) };
  const grow = shape === "strip" ? 0 : 1;
  return column({ width, height, padding: margin, gap: px(40), justify: "center" }, [
    imageOrInitial(item, frame, palette, size),
    badge(item, frame, palette),
    column({ grow, shrink: 1, justify: "center", gap: px(20) }, nameAndTagline(item, frame, palette)),
    price(item, frame, palette),
  ]);
}

/** Name and tagline, then badge and price, then the image. */
function threeColumns(item: Product, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px } = frame;
  const inset = px(28);
  const size = item.image
    ? { width: Math.round(height * 1.2), height: height - 2 * inset }
    : { width: Math.round(height * 0.9), height: height - inset };
  const align = item.image ? "center" : "end";
  return row({ width, height, padding: [0, margin, 0, margin], gap: px(64), align }, [
    column(
      { height, grow: 1, shrink: 1, padding: [inset, 0, inset, 0], gap: px(8), justify: "center" },
      nameAndTagline(item, frame, palette),
    ),
    column({ height, maxWidth: Math.round(width * 0.35), gap: px(16), justify: "center", align: "end" }, [
      badge(item, frame, palette),
      price(item, frame, palette),
    ]),
    imageOrInitial(item, frame, palette, size),
  ]);
}

/**
 * The product's image, or its initial in an arch, at a size in pixels. Dropped first when the texts need the space.
 */
function imageOrInitial(
  item: Product,
  frame: Frame,
  { highlight, onHighlight }: Palette,
  size: { width: number; height: number },
): Box | undefined {
  if (frame.isTiny) return undefined;
  const { width, height } = size;
  const archRadius = Math.round(Math.min(width / 2, height * 0.8));
  const bottomRadius = frame.shape === "wide" || frame.shape === "banner" ? 0 : frame.px(24);
  const radius = item.image ? frame.px(36) : ([archRadius, archRadius, bottomRadius, bottomRadius] as const);
  const initial = text(firstLetter(item.name), {
    size: Math.round(Math.min(width, height) * 0.6),
    weight: 800,
    color: onHighlight,
    lineHeight: 1,
    maxLines: 1,
  });
  return row({ ...size, align: "center", justify: "center", dropPriority: 2, radius, fill: highlight }, [
    image(item.image, { ...size, radius, field: "image" }) ?? initial,
  ]);
}

function nameAndTagline(item: Product, frame: Frame, palette: Palette): (Node | undefined)[] {
  const tagline = frame.isTiny ? undefined : item.tagline;
  return [
    text(item.name, { ...headlineStyle(frame, 1.2), color: palette.ink, field: "name" }),
    text(tagline, { ...leadStyle(frame), color: palette.muted, field: "tagline", dropPriority: 1 }),
  ];
}

function badge(item: Product, frame: Frame, { chip, onChip }: Palette): Node | undefined {
  const label = pill(frame, item.badge, { fill: chip, color: onChip, field: "badge" });
  return label && row({}, [label]);
}

function price(item: Product, frame: Frame, palette: Palette): Node | undefined {
  const size = fit(Math.max(18, frame.px(72)), frame.fontSize(28));
  return text(item.price, {
    size,
    weight: 800,
    lineHeight: 1.15,
    maxLines: frame.shape === "strip" ? 8 : 2,
    color: palette.accent,
    field: "price",
  });
}

function rings({ width, height, px }: Frame, { background, tint }: Palette): Layer[] {
  const longerSide = Math.max(width, height);
  const ring = { kind: "disc", x: width * 0.82, y: height, thickness: px(2), fill: tint } as const;
  return [
    { kind: "cover", fill: background },
    { ...ring, radius: longerSide * 0.3 },
    { ...ring, radius: longerSide * 0.4 },
    { ...ring, radius: longerSide * 0.5 },
  ];
}
