import type { Brand, Warning } from "@placard/contracts";
import type { ImageSource, SceneNode } from "@placard/templates/scene";
import type { DisplayItem } from "./commands.ts";
import type { Images, PixelSize } from "./images.ts";
import { isGradient } from "./gradient-geometry.ts";
import { listImages } from "./paint-scene.ts";
import { placeImage } from "./paint-tiles.ts";
import { resolutionOf } from "./scope.ts";

/** Images that are enlarged more look blurred. */
const maxEnlargement = 2;

/** Warnings about fields whose images are enlarged more than twice, and about files that are not painted. */
export function imageWarnings(
  root: SceneNode,
  items: readonly DisplayItem[],
  images: Images,
  brand: Brand | undefined,
): Warning[] {
  const messages = new Map<string, string>();
  for (const { source, size, drawn } of drawnImages(items, images)) {
    const field = fieldOf(source, brand);
    const enlargement = Math.min(drawn.width / size.width, drawn.height / size.height);
    if (field === undefined || enlargement <= maxEnlargement || messages.has(field)) continue;
    const needed = `${Math.ceil(size.width * enlargement)}×${Math.ceil(size.height * enlargement)}`;
    messages.set(
      field,
      `The image “${field}” has ${size.width}×${size.height} pixels and was enlarged more than twice. ` +
        `Use one of ${needed} pixels or an image without fixed size, or request a smaller card.`,
    );
  }
  const painted = new Set(listImages(items).map(({ source }) => source));
  const omitted = filesIn(root).filter((source) => !painted.has(source));
  return [
    ...[...new Set(omitted.map((source) => fieldOf(source, brand)))].map(omittedWarning),
    ...[...messages].map(([field, message]) => ({ code: "image_enlarged" as const, field, message })),
  ];
}

/** @param field undefined for a file of the template */
export function omittedWarning(field: string | undefined): Warning {
  const image = field === undefined ? "An image of the template" : `The image “${field}”`;
  const message = `${image} was left out: the card has no room for it, or its layout does not show it. Request a larger image or another layout, or shorten the texts.`;
  return { code: "image_omitted", field: field ?? "template", message };
}

/** The sources of the visible images of a scene that are files of the brand or the template. */
function filesIn(node: SceneNode): ImageSource[] {
  if (node.kind === "element") return node.children.flatMap(filesIn);
  if (node.kind !== "image" || node.style.visibility !== "visible") return [];
  const { source } = node;
  return source?.kind === "asset" || (source?.kind === "svg" && "id" in source.svg) ? [source] : [];
}

interface DrawnImage {
  readonly source: ImageSource;
  /** Its own size and the one on the card, in pixels. */
  readonly size: PixelSize;
  readonly drawn: PixelSize;
}

function drawnImages(items: readonly DisplayItem[], images: Images): DrawnImage[] {
  return items.flatMap((item): DrawnImage[] => {
    if (item.kind === "group") return drawnImages(item.items, images);
    const { command } = item;
    if (command.kind !== "image" && command.kind !== "tile") return [];
    const source = command.kind === "image" ? command.source : command.image;
    if (isGradient(source) || source.kind === "svg") return [];
    const size = source.kind === "remote" ? images.remoteSize(source.url) : source;
    if (!size) return [];
    const scale = resolutionOf(item.scope);
    const area = command.kind === "image" ? placeImage(command, images, scale).area : command.tile;
    return [{ source, size, drawn: { width: scale * area.width, height: scale * area.height } }];
  });
}

/** The field of the request or the brand that an image comes from; undefined for the template's. */
export function fieldOf(source: ImageSource, brand: Brand | undefined): string | undefined {
  if (source.kind === "remote") return source.field;
  const id = "id" in source ? source.id : "id" in source.svg ? source.svg.id : undefined;
  if (id === undefined) return undefined;
  if (brand?.background?.image?.id === id) return "brand/background/image";
  const variant = (["onLight", "onDark"] as const).find((name) => brand?.logo?.[name]?.id === id);
  return variant && `brand/logo/${variant}`;
}
