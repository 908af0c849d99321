import { createClient } from "../client/index.js";
import { baseUrl } from "../session.js";
import { playgroundKey } from "./key.js";

// No retries: the next change sends a new request anyway, and errors are shown immediately.
const client = createClient({ baseUrl, key: playgroundKey, retries: 0 });

/** Pause after the last change before a request: avoids a request for each keystroke, but still feels live. */
const debounceMs = 350;

/** @typedef {import("../client/index.js").GenerateRequest<string>} GenerateRequest */
/** @typedef {import("../client/index.js").GeneratedImage} GeneratedImage */
/** @typedef {{ request: GenerateRequest, image: GeneratedImage, cache: string | undefined, durationMs: number }} RenderedPreview */

/** Fetches the templates. */
export async function listTemplates() {
  const { data } = await client.listTemplates();
  return data.templates;
}

/**
 * The URL of an image on the page's own origin. Image URLs start with the server's public URL, which can differ from the
 * address of this page, and the content security policy allows images of the page's own origin only.
 * @param {GeneratedImage} image
 */
export function sameOriginUrl({ url }) {
  return `${baseUrl}/og/${new URL(url).pathname.split("/").at(-1)}`;
}

/**
 * Creates a preview that generates the current image, and cancels the request before it.
 * @param {object} options
 * @param {() => GenerateRequest} options.readRequest
 * @param {() => void} options.onStart
 * @param {(preview: RenderedPreview) => void} options.onRendered
 * @param {(error: unknown) => void} options.onError
 */
export function createLivePreview({ readRequest, onStart, onRendered, onError }) {
  /** @type {AbortController | undefined} */
  let current;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

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
