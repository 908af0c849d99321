import { maxRenderTimeoutMs, renderDeadlineFactor } from "./render-job.ts";

/**
 * How long after its deletion an account's images can still be stored, in ms. An accepted request waits for
 * at most `maxRenderTimeoutMs`, and may enqueue its job again until then. The last minute is for storing the
 * image.
 */
const lastRenderDelayMs = (1 + renderDeadlineFactor) * maxRenderTimeoutMs + 60_000;

/** One deletion of all images of a deleted account. */
export interface ImageDeletionRun {
  accountId: string;
  run: "first" | "final";
  /** The storage key after which the run continues; undefined if it has not begun, or if it begins again. */
  after: string | undefined;
}

/**
 * The runs that delete the images of an account that is deleted at the time `at` (epoch ms). They are entries
 * of `renderKeys.imageDeletions` with the times at which they are due. One is due at once, and one when no
 * render in progress can store an image any more.
 */
export function imageDeletionRuns(accountId: string, at: number): { entry: string; dueAt: number }[] {
  return [
    { entry: `first:${accountId}`, dueAt: at },
    { entry: `final:${accountId}`, dueAt: at + lastRenderDelayMs },
  ];
}

/** Parses an entry of `renderKeys.imageDeletions`. */
export function parseImageDeletionRun(entry: string): ImageDeletionRun {
  const [run, accountId = "", after] = entry.split(":");
  return { accountId, run: run === "final" ? "final" : "first", after };
}

/** The entry of the rest of a run. */
export function continueImageDeletion({ accountId, run }: ImageDeletionRun, after: string): string {
  return `${run}:${accountId}:${after}`;
}
