import { maxImageSide } from "@placard/contracts/upload-limits";
import { imageSize } from "image-size";
import type { ImageSource } from "./scene/index.ts";

const rasterTypes: ReadonlySet<string | undefined> = new Set(["png", "jpg", "webp", "gif", "avif", "heif"]);

export function isDataUrl(url: string): boolean {
  return /^data:/iu.test(url);
}

/** The bytes of a data URL (RFC 2397), without its fragment. Throws if the Base64 is invalid. */
export function bytesOfDataUrl(url: string): Uint8Array {
  const comma = url.indexOf(",");
  const text = url.slice(comma + 1).replace(/#.*/su, "");
  const isBase64 = /;\s*base64\s*$/iu.test(url.slice(Math.max(0, comma - 20), Math.max(0, comma)));
  const octets = text
    .replace(/[^\0-\x7f]+/gu, encodeURIComponent)
    .replace(/%([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const base64 = () => octets.replace(/\s/gu, "").replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(isBase64 ? atob(base64()) : octets, (octet) => octet.charCodeAt(0));
}

/** The image of a data URL, if it is valid. Its pixels are decoded with the other images of a card. */
export function embeddedImage(url: string): ImageSource | undefined {
  const image = readImage(url);
  return typeof image === "string" ? undefined : image;
}

/** Why a data URL is not the image of a template. */
export function dataUrlProblem(url: string): string {
  const image = readImage(url);
  return typeof image === "string" ? image : "";
}

function readImage(url: string): ImageSource | string {
  try {
    const bytes = bytesOfDataUrl(url);
    if (/^data:image\/svg\+xml/iu.test(url)) return embeddedSvg(new TextDecoder().decode(bytes), url);
    const { width, height, type, orientation = 1 } = imageSize(bytes);
    if (!rasterTypes.has(type)) return "The data URL is not PNG, JPEG, WebP, AVIF, GIF or SVG";
    if (!(width > 0 && height > 0)) return damaged;
    if (Math.max(width, height) > maxImageSide)
      return `The image of the data URL is larger than ${maxImageSide} × ${maxImageSide} pixels`;
    const size = orientation > 4 ? { width: height, height: width } : { width, height };
    return { kind: "asset", id: url, ...size };
  } catch {
    return damaged;
  }
}

const damaged = "The image of the data URL is damaged or incomplete";

function embeddedSvg(markup: string, url: string): ImageSource | string {
  const tag = /<svg\b[^<>]{0,4000}>/u.exec(markup)?.[0];
  if (tag === undefined || !/<\/svg\s*>\s*$|<svg[^<>]*\/>\s*$/u.test(markup))
    return url.includes("#") ? "A “#” ends a data URL: write `%23`" : damaged;
  if (!/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/u.test(tag))
    return 'The SVG of the data URL has no `xmlns="http://www.w3.org/2000/svg"`';
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, "u").exec(tag)?.[1];
  const length = (name: string) => {
    const [, number] = /^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/u.exec(attribute(name) ?? "") ?? [];
    return Number(number) > 0 ? Number(number) : undefined;
  };
  const [width, height] = [length("width"), length("height")];
  const [, , boxWidth = 0, boxHeight = 0] =
    attribute("viewBox")
      ?.trim()
      .split(/[\s,]+/u)
      .map(Number) ?? [];
  const aspectRatio = width && height ? width / height : boxWidth / boxHeight;
  return {
    kind: "svg",
    svg: { markup },
    color: "#000000",
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(aspectRatio > 0 && Number.isFinite(aspectRatio) && { aspectRatio }),
  };
}
