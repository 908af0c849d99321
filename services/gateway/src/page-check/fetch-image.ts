import { detectFormat } from "@placard/contracts";
import type { PageImage } from "@placard/page-metadata";
import { SafeFetchError, type SafeFetch } from "@placard/safe-fetch";
import { imageSize } from "image-size";
import type { ImageFacts, ImageFile } from "./page-facts.ts";

/** What fetching a file of a page's site needs. */
export interface FetchFileDeps {
  safeFetch: SafeFetch;
  userAgent: string;
  signal: AbortSignal;
  onChunk: (bytes: number) => void;
}

const timeoutMs = 5_000;

const formats = ["png", "jpeg", "webp", "gif", "avif", "svg"] as const;

/**
 * The header of an image is in its first bytes, that of a JPEG after its metadata. More is not searched: the
 * library takes time for each pair of boxes of an AVIF file.
 */
const maxHeaderBytes = 16 * 1024;
const maxJpegHeaderBytes = 128 * 1024;

/** Fetches and measures an image of a page. Never rejects because of it: `failure` says what is wrong. */
export async function fetchImage(deps: FetchFileDeps, image: PageImage): Promise<ImageFacts> {
  const { href, url, width, height, source } = image;
  const tag = source === "twitter:image" ? source : "og:image";
  const facts: ImageFacts = { tag, href, url, declared: { width, height } };
  if (url === undefined) return { ...facts, failure: "its URL is not an http or https URL" };
  const headers = { accept: "image/*", "user-agent": deps.userAgent };
  const startedAt = performance.now();
  try {
    const { signal, onChunk } = deps;
    const response = await deps.safeFetch(url, { timeoutMs, signal, headers, onChunk });
    const file: ImageFile = {
      ...measureImage(response.body),
      content: response.body,
      location: response.headers["content-location"],
      redirectCount: response.redirects.length,
      durationMs: performance.now() - startedAt,
    };
    return { ...facts, file };
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    return { ...facts, failure: error.publicReason };
  }
}

/** The format of an image by its content, and its size by its header. Never throws. */
export function measureImage(content: Buffer): Pick<ImageFile, "format" | "size"> {
  const detected = detectFormat(content);
  const format = formats.find((each) => each === detected);
  if (format === undefined || format === "svg") return { format, size: undefined };
  try {
    const header = content.subarray(0, format === "jpeg" ? maxJpegHeaderBytes : maxHeaderBytes);
    const { width, height, orientation = 1 } = imageSize(header);
    if (!(width > 0 && height > 0)) return { format, size: undefined };
    return { format, size: orientation > 4 ? { width: height, height: width } : { width, height } };
  } catch {
    return { format, size: undefined }; // the header is damaged
  }
}
