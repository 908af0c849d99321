import { createClient } from "../client/index.js";
import { baseUrl } from "../session.js";
import { playgroundKey } from "./key.js";

// No repeats: the next keystroke asks again anyway, and what can't be drawn now is told at once.
const images = createClient({ baseUrl, key: playgroundKey, retries: 0 });

/** Long enough that a word is not drawn letter by letter, short enough to feel live. */
const restMs = 350;

/** @typedef {import("../client/index.js").GenerateRequest<string>} CardRequest */
/** @typedef {import("../client/index.js").GeneratedImage} GeneratedImage */
/** @typedef {{ request: CardRequest, image: GeneratedImage, cache: string | undefined, ms: number }} Drawn */

/** Asks for the templates there are. */
export async function listTemplates() {
  const { data } = await images.listTemplates();
  return data.templates;
}

/**
 * Where an image lies on the page's own origin. Its link begins with the server's public address, which may be
 * another one than this page was opened at, and the page's policy lets pictures of its own origin in alone.
 * @param {GeneratedImage} image
 */
export function ownAddress({ url }) {
  return `${baseUrl}/og/${new URL(url).pathname.split("/").at(-1)}`;
}

/**
 * Makes what draws the latest card once the user's hands rest, and gives up what it was drawing before.
 * @param {object} parts
 * @param {() => CardRequest} parts.entered the card as it is to be now
 * @param {() => void} parts.begun
 * @param {(drawn: Drawn) => void} parts.drawn
 * @param {(error: unknown) => void} parts.failed
 */
export function createDrawer({ entered, begun, drawn, failed }) {
  /** @type {AbortController | undefined} */
  let current;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function draw() {
    current?.abort();
    const own = new AbortController();
    current = own;
    const request = entered();
    begun();
    const start = performance.now();
    try {
      const { data, meta } = await images.generateImage(request, { signal: own.signal });
      if (own === current) drawn({ request, image: data, cache: meta.cache, ms: performance.now() - start });
    } catch (error) {
      if (own === current) failed(error);
    }
  }

  function cancel() {
    clearTimeout(timer);
    current?.abort();
    current = undefined;
  }

  return {
    now: () => {
      clearTimeout(timer);
      void draw();
    },
    soon: () => {
      clearTimeout(timer);
      timer = setTimeout(() => void draw(), restMs);
    },
    cancel,
  };
}
