import { bundledFaces, fontRegistry } from "@placard/engine";
import type { Platform } from "../platform.ts";
import { readAsset } from "./asset-images.ts";

/** A card needs more fonts than this process, or its account in it, may have. It goes to quarantine. */
export class FontLimitError extends Error {
  override name = "FontLimitError";
}

/**
 * Creates the loader of the font files of templates and brands. Canvas can't unregister fonts: `restart` is
 * called when the process has as many as it may have.
 */
export function createFontAssets(
  { store, logger, settings: { MAX_FONTS: maxFonts } }: Platform,
  restart: (reason: string) => void,
) {
  const loads = new Map<string, Promise<Buffer | undefined>>();
  /** By owner: the fonts that its cards have registered. */
  const registered = new Map<string, number>();

  async function read(asset: string, owner: string): Promise<Buffer | undefined> {
    const bytes = await readAsset(store, asset, owner);
    // It was deleted: the card is rendered with the default font.
    if (!bytes) logger.warn({ asset }, "font not found");
    return bytes;
  }

  async function load(asset: string, owner: string): Promise<Buffer | undefined> {
    const file = await read(asset, owner);
    if (file) logger.info({ asset, fonts: loads.size }, "font loaded");
    else loads.delete(asset); // another account may have it
    return file;
  }

  // A template can register one file for several weights, and with several OpenType features.
  const countFonts = () => Math.max(loads.size, fontRegistry.faceCount - bundledFaces.length);

  function checkLimit(): void {
    const used = countFonts();
    if (used < maxFonts) return;
    restart(`font limit reached (MAX_FONTS=${maxFonts})`);
    throw new FontLimitError(`the process has ${used} of ${maxFonts} fonts`);
  }

  return {
    /**
     * Counts a font that a card registers. Throws FontLimitError. An account has at most half of the fonts.
     */
    register(owner: string): void {
      checkLimit();
      const own = registered.get(owner) ?? 0;
      if (own >= maxFonts / 2)
        throw new FontLimitError(`the account has registered ${own} of ${maxFonts} fonts`);
      registered.set(owner, own + 1);
    },
    /**
     * The font file of an asset of an account; undefined if deleted. May reject with StorageUnavailableError.
     */
    read,
    /** Reads a font for this process. Rejects with FontLimitError or StorageUnavailableError. */
    async load(asset: string, owner: string): Promise<Buffer | undefined> {
      const known = loads.get(asset);
      if (known) return known;
      checkLimit();
      const loading = load(asset, owner);
      loads.set(asset, loading);
      loading.catch(() => loads.delete(asset)); // the next card tries again
      return loading;
    },
  };
}
export type FontAssets = ReturnType<typeof createFontAssets>;
