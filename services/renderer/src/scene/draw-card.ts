import { pictureField, type Warning } from "@placard/contracts";
import { templates, type Canvas, type Scene, type TemplateId } from "@placard/templates";
import { fontCoverage } from "../fonts/coverage.ts";
import { registerFonts } from "../fonts/register-fonts.ts";
import { arrange } from "./arrange.ts";
import { paintBackground } from "./background.ts";
import { createBreath } from "./breath.ts";
import { withEasel } from "./canvas-pool.ts";
import { encode, type Format } from "./encode.ts";
import type { Placed } from "./layout.ts";
import type { Picture } from "./paint-picture.ts";
import { paint } from "./paint.ts";
import { textWarnings } from "./warnings.ts";

/** All that a card is drawn from. `data` has passed the template's schema. */
export interface Card {
  template: TemplateId;
  data: Readonly<Record<string, string>>;
  /** Pixels, 200 to 2048. */
  width: number;
  /** Pixels, 200 to 2048. */
  height: number;
  format: Format;
  /** 1 to 100; png has none. */
  quality: number;
}

/** A card drawn, and what its sender should know of it. */
export interface DrawnCard {
  bytes: Buffer;
  warnings: Warning[];
  times: StageTimes;
}

/** How long the stages of drawing a card took, in ms. */
export interface StageTimes {
  layout: number;
  paint: number;
  encode: number;
}

/** A layout that took longer, in ms, has held up others enough. */
const longLayoutMs = 20;

/** Finds the picture that a card names, cropped to cover a size in pixels; undefined where it can't be had. */
export type PictureSource = (size: Canvas) => Promise<Picture | undefined>;

/**
 * Draws and encodes a card: the same card and picture, the same bytes. Pixels are opaque. A card whose picture can't be
 * had is drawn as if it named none, and says so. Throws on programming errors only.
 */
export async function drawCard(
  card: Card,
  findPicture: PictureSource = () => Promise.resolve(undefined),
): Promise<DrawnCard> {
  registerFonts();
  const { [pictureField]: url, ...data } = card.data;
  const arranged = arrangeCard(card);
  if (url === undefined) return paintCard(card, arranged, []);
  const picture = await findPicture(pictureSize(arranged));
  if (picture) return paintCard(card, arranged, [], picture);
  const plain = { ...card, data };
  return paintCard(plain, arrangeCard(plain), [imageUnavailable()]);
}

/** A card's scene, and where its nodes lie. */
interface Arranged {
  scene: Scene;
  placed: readonly Placed[];
  /** How long it took, in ms. */
  layoutMs: number;
}

function arrangeCard({ template, data, width, height }: Card): Arranged {
  const startedAt = performance.now();
  const scene = templates[template].scene(data, { width, height });
  const placed = arrange(scene, { width, height });
  return { scene, placed, layoutMs: performance.now() - startedAt };
}

/** Where there is no room for the picture, one pixel tells whether it can be had: so its sender learns it at any size. */
function pictureSize({ placed }: Arranged): Canvas {
  const place = placed.find(({ node }) => node.kind === "image");
  return { width: place?.width ?? 1, height: place?.height ?? 1 };
}

function paintCard(
  card: Card,
  { scene, placed, layoutMs }: Arranged,
  warnings: readonly Warning[],
  picture?: Picture,
): Promise<DrawnCard> {
  const { width, height, format, quality } = card;
  const startedAt = performance.now();
  return withEasel(width, height, async (easel) => {
    const breath = createBreath();
    if (layoutMs > longLayoutMs) await breath.take();
    easel.context.save();
    paintBackground(easel.context, scene, { width, height });
    await paint(easel.context, placed, { direction: scene.direction, picture, breath });
    easel.context.restore();
    const paintedAt = performance.now();
    const bytes = await encode(easel, format, quality);
    const encodedAt = performance.now();
    return {
      bytes,
      warnings: [...warnings, ...textWarnings(templates[card.template], card.data, placed, fontCoverage())],
      times: { layout: layoutMs, paint: paintedAt - startedAt, encode: encodedAt - paintedAt },
    };
  });
}

function imageUnavailable(): Warning {
  return {
    code: "image_unavailable",
    field: pictureField,
    message: "The image could not be had; the card was drawn without it.",
  };
}
