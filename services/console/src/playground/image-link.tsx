import type { GeneratedImage } from "@placard/client";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RenderResult } from "../card-form/card-form.ts";
import { ActionButton } from "../components/buttons.tsx";
import { dataUrlOf } from "../components/data-url.ts";
import { UrlResult } from "./url-result.tsx";

/**
 * Below the preview: creates the image with its URL, and downloads the preview.
 * @param result the preview, if it can be downloaded
 * @param image undefined if the card has not been stored
 * @param create stores the card as an image
 */
export function ImageLink({
  result,
  image,
  create,
}: {
  result?: RenderResult | undefined;
  image: GeneratedImage | undefined;
  create: () => Promise<void>;
}) {
  const element = useRef<HTMLDivElement>(null);
  const isCreating = useRef(false);
  useLayoutEffect(() => {
    if (image && isCreating.current) element.current?.querySelector("button")?.focus();
  }, [image]);

  async function createHere() {
    isCreating.current = true;
    await create().finally(() => (isCreating.current = false));
  }

  const download = result && (
    <a
      class="button secondary"
      href={dataUrlOf(result.card)}
      download={`${result.request.template}.${result.card.format}`}
    >
      Download
    </a>
  );
  return (
    <div ref={element} class="image-link">
      {image ? (
        <>
          <UrlResult id="image-url" url={image.url} what="image URL" copyLabel="Copy URL">
            {download}
          </UrlResult>
          <p class="hint">
            The image is in your <a href="#/images">images</a>.
          </p>
        </>
      ) : (
        <>
          <div class="buttons">
            <ActionButton onAction={createHere}>Create image URL</ActionButton>
            {download}
          </div>
          <p class="hint">The preview is not stored. Create the image to get a URL that keeps working.</p>
        </>
      )}
    </div>
  );
}
