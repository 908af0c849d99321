import type { AccountImage } from "@placard/client";
import { Warnings } from "../card-form/warnings.tsx";

const failureTexts: Readonly<Record<NonNullable<AccountImage["failure"]>, string>> = {
  render_failed: "The last render failed. Render it again; include the request ID if the problem persists.",
  crashed: "The card takes too much time or memory to render. Use smaller images, or fewer effects.",
  gone: "The version of its template no longer exists. Open it in the playground, and create it again.",
};

/** What is wrong with an image: why its last render failed, and the warnings in plain words. */
export function Problems({ image: { failure, warnings } }: { image: AccountImage }) {
  return (
    <>
      {failure !== null && <p class="notice failed">{failureTexts[failure]}</p>}
      <Warnings warnings={warnings} />
    </>
  );
}

/** A short text for the worst problem of an image; undefined if it has none. */
export function badgeOf({ failure, warnings }: AccountImage): string | undefined {
  if (failure !== null) return "Failed";
  const missing = warnings.filter(({ code }) => code === "image_unavailable").length;
  if (missing > 0) return "Image missing";
  return warnings.length > 0 ? "Warning" : undefined;
}
