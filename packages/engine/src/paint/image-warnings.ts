import type { Brand, Warning } from "@placard/contracts";
import type { ImageSource } from "@placard/templates/scene";
import type { DisplayItem } from "./commands.ts";
import type { Images, PixelSize } from "./images.ts";
import { isGradient } from "./gradient-geometry.ts";
import { placeImage } from "./paint-tiles.ts";
import { resolutionOf } from "./scope.ts";

/** Images that are enlarged more look blurred. */
const maxEnlargement = 2;

/** A warning for each field whose image is enlarged more than twice. SVG documents can have any size. */
export function imageWarnings(
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
  return [...messages].map(([field, message]) => ({ code: "image_enlarged", field, message }));
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
