import { Type, type Static } from "typebox";
import type { Layer } from "./background.ts";
import { defineTemplate } from "./template.ts";
import { headline as headlineField, line, imageUrl } from "./fields.ts";
import { directionOf } from "./direction.ts";
import { frameOf, type Frame, type Shape } from "./frame.ts";
import { niche } from "./niche.ts";
import { paletteOf, type Palette } from "./palette.ts";
import { pill } from "./parts.ts";
import { column, fit, row, text, type Box, type Node } from "./scene.ts";
import { headline, lead } from "./type-scale.ts";

const data = Type.Object(
  {
    name: headlineField("The product's name; its colour follows from it"),
    tagline: line("What it is for, in a few words"),
    price: line("The price with its currency, as it should read on the card"),
    badge: line("A tag such as “New” or “−20 %”"),
    image: imageUrl("A picture of it: an absolute http or https URL"),
  },
  { additionalProperties: false },
);

type Product = Readonly<Static<typeof data>>;

const compositions: Record<Shape, (item: Product, frame: Frame, palette: Palette) => Box> = {
  banner: abreast,
  wide: beside,
  square: stacked,
  tall: stacked,
  strip: stacked,
};

/** A shop window at night: the lit niche at one side, name, tag and a loud price at the other. */
export const product = defineTemplate({
  id: "product",
  name: "Product",
  description: "A product's name, with its tagline, price and picture",
  version: 1,
  fields: ["name", "tagline", "price", "image"],
  data,
  scene(item, canvas) {
    const frame = frameOf(canvas);
    const palette = paletteOf(item.name);
    return {
      direction: directionOf(item.name),
      background: window(frame, palette),
      root: compositions[frame.shape](item, frame, palette),
    };
  },
});

/** Words at one side; at the other the picture, or the niche from its own height down to the lower edge. */
function beside(item: Product, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px } = frame;
  const edge = item.image ? px(48) : margin;
  const size = item.image
    ? { width: Math.round(width * 0.44), height: height - 2 * edge }
    : { width: Math.round(width * 0.32), height: height - margin };
  const align = item.image ? "center" : "end";
  return row({ width, height, padding: [0, edge, 0, margin], gap: px(64), align }, [
    column({ height, grow: 1, shrink: 1, padding: [margin, 0, margin, 0], gap: px(32) }, [
      tag(item, frame, palette),
      column({ grow: 1, shrink: 1, justify: "center", gap: px(20) }, words(item, frame, palette)),
      price(item, frame, palette),
    ]),
    niche(item, frame, palette, size),
  ]);
}

/** The niche above the words. */
function stacked(item: Product, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px, shape } = frame;
  const share = item.image ? 0.44 : shape === "square" ? 0.36 : 0.42;
  const size = { width: width - 2 * margin, height: Math.round(height * share) };
  const grow = shape === "strip" ? 0 : 1;
  return column({ width, height, padding: margin, gap: px(40), justify: "center" }, [
    niche(item, frame, palette, size),
    tag(item, frame, palette),
    column({ grow, shrink: 1, justify: "center", gap: px(20) }, words(item, frame, palette)),
    price(item, frame, palette),
  ]);
}

/** One line: words, then tag and price, then the niche. */
function abreast(item: Product, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px } = frame;
  const edge = px(28);
  const size = item.image
    ? { width: Math.round(height * 1.2), height: height - 2 * edge }
    : { width: Math.round(height * 0.9), height: height - edge };
  const align = item.image ? "center" : "end";
  const offer = [tag(item, frame, palette), price(item, frame, palette)];
  return row({ width, height, padding: [0, margin, 0, margin], gap: px(64), align }, [
    column(
      { height, grow: 1, shrink: 1, padding: [edge, 0, edge, 0], gap: px(8), justify: "center" },
      words(item, frame, palette),
    ),
    column(
      { height, maxWidth: Math.round(width * 0.35), gap: px(16), justify: "center", align: "end" },
      offer,
    ),
    niche(item, frame, palette, size),
  ]);
}

function words(item: Product, frame: Frame, palette: Palette): (Node | undefined)[] {
  const tagline = frame.tiny ? undefined : item.tagline;
  return [
    text(item.name, { ...headline(frame, 1.2), color: palette.ink, field: "name" }),
    text(tagline, { ...lead(frame), color: palette.muted, field: "tagline", expendable: 1 }),
  ];
}

function tag(item: Product, frame: Frame, { chip, onChip }: Palette): Node | undefined {
  const label = pill(frame, item.badge, { fill: chip, color: onChip, field: "badge" });
  return label && row({}, [label]);
}

function price(item: Product, frame: Frame, palette: Palette): Node | undefined {
  const size = fit(Math.max(18, frame.px(72)), frame.type(28));
  return text(item.price, {
    size,
    weight: 800,
    lineHeight: 1.15,
    maxLines: frame.shape === "strip" ? 8 : 2,
    color: palette.accent,
    field: "price",
  });
}

function window({ width, height, px }: Frame, { ground, tint }: Palette): Layer[] {
  const reach = Math.max(width, height);
  const ring = { kind: "disc", x: width * 0.82, y: height, thickness: px(2), fill: tint } as const;
  return [
    { kind: "cover", fill: ground },
    { ...ring, radius: reach * 0.3 },
    { ...ring, radius: reach * 0.4 },
    { ...ring, radius: reach * 0.5 },
  ];
}
