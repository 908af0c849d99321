import type { AssetContent } from "./asset.ts";
import type { FileFormat } from "./detect-format.ts";

/** The BullMQ queue of the uploads that renderers sanitize. */
export const assetQueue = "assets";

export const uploadFormats = [
  "png",
  "jpeg",
  "webp",
  "svg",
  "woff2",
  "ttf",
  "otf",
] as const satisfies readonly FileFormat[];
export type UploadFormat = (typeof uploadFormats)[number];

/** Fixed positions of a variable font on its axes, by tag: `{ wght: 650, wdth: 75 }`. */
export type FontAxes = Readonly<Record<string, number>>;

/** An upload to sanitize: its bytes are stored as `uploadKey(owner, id, "raw")`. */
export interface AssetJob {
  /** Random: 32 characters of base64url. */
  id: string;
  /** The account. */
  owner: string;
  format: UploadFormat;
  axes?: FontAxes;
  /** For the renderer's log lines. */
  requestId: string;
  /** Epoch ms of the shared clock, after which no request waits for the job any more. */
  deadline: number;
}

/**
 * The result of an asset job, kept in Redis for `assetResultTtlMs`. It is the content of the sanitized file,
 * stored as `uploadKey(owner, id, "clean")`, or the reason of a refusal for the owner. An error is
 * `unavailable` for storage, or `overloaded` for a machine that is too busy.
 */
export type AssetResult =
  { content: AssetContent } | { refused: string } | { failure: "unavailable" | "overloaded" };

/** How long the result of an asset job is kept, in ms. */
export const assetResultTtlMs = 60_000;

/** How long the bytes of an upload are kept, if the gateway does not delete them before, in seconds. */
export const uploadTtlSeconds = 600;
