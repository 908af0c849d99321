import { createClient, type GeneratedImage, type GenerateRequest } from "@placard/client";
import { baseUrl } from "../session.ts";
import { playgroundKey } from "./key.ts";

// No retries: the next change sends a new request anyway, and errors are shown immediately.
const client = createClient({ baseUrl, key: playgroundKey, retries: 0 });

/** Pause after the last change before a request: avoids a request for each keystroke, but still feels live. */
const debounceMs = 350;

/** A generated image, and the request for it. */
export interface RenderedPreview {
  request: GenerateRequest<string>;
  image: GeneratedImage;
  cache: string | undefined;
  durationMs: number;
}

/** Fetches the templates. */
export async function listTemplates() {
  const { data } = await client.listTemplates();
  return data.templates;
}

/**
 * The URL of an image on the page's own origin. Image URLs start with the server's public URL, which can differ from the
 * address of this page, and the content security policy allows images of the page's own origin only.
 */
export function sameOriginUrl({ url }: GeneratedImage) {
  return `${baseUrl}/og/${new URL(url).pathname.split("/").at(-1)}`;
}

/** Creates a preview that generates the current image, and cancels the request before it. */
export function createLivePreview({
  readRequest,
  onStart,
  onRendered,
  onError,
}: {
  readRequest: () => GenerateRequest<string>;
  onStart: () => void;
  onRendered: (preview: RenderedPreview) => void;
  onError: (error: unknown) => void;
}) {
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function render() {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    const request = readRequest();
    onStart();
    const startedAt = performance.now();
    try {
      const { data: image, meta } = await client.generateImage(request, { signal: controller.signal });
      if (controller !== current) return;
      onRendered({ request, image, cache: meta.cache, durationMs: performance.now() - startedAt });
    } catch (error) {
      if (controller === current) onError(error);
    }
  }

  return {
    renderNow() {
      clearTimeout(timer);
      void render();
    },
    renderSoon() {
      clearTimeout(timer);
      timer = setTimeout(() => void render(), debounceMs);
    },
    cancel() {
      clearTimeout(timer);
      current?.abort();
      current = undefined;
    },
  };
}
