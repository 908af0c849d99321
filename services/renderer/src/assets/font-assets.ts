import { assetKey, sharedOwner } from "@placard/contracts";
import { addFontAsset, bundledFaces, hasFontAsset, registeredFaceCount } from "@placard/engine";
import type { Logger } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";
import type { FontFace } from "@placard/templates/scene";

/** A card needs more fonts than this process may load. It is rendered in quarantine, and the process restarts. */
export class FontLimitError extends Error {
  override name = "FontLimitError";
}

interface Deps {
  store: Pick<ImageStore, "get">;
  /** MAX_FONTS: the font files that this process loads. Canvas can't unregister a font, so its memory is never freed. */
  maxFonts: number;
  /** Called when the limit is reached. */
  onLimit: () => void;
  logger: Pick<Logger, "info" | "warn">;
}

/** A font file that a card needs. */
type NeededFont = Pick<FontFace, "asset">;

/** Creates the loader of the font files of templates and brands. */
export function createFontAssets({ store, maxFonts, onLimit, logger }: Deps) {
  const loads = new Map<string, Promise<void>>();

  async function load(asset: string, owner: string): Promise<void> {
    const file = await read(asset, owner);
    if (file) {
      addFontAsset(asset, file);
      logger.info({ asset, fonts: loads.size }, "font loaded");
    } else loads.delete(asset); // another account may have it
  }

  async function read(asset: string, owner: string): Promise<Buffer | undefined> {
    for (const each of [owner, sharedOwner]) {
      const stored = await store.get(assetKey(each, asset));
      if (stored) return stored.bytes;
    }
    logger.warn({ asset }, "font not found"); // it was deleted: the card is drawn with the default font
    return undefined;
  }

  return {
    /** The font file of an asset of an account; undefined if it has been deleted. Rejects with StorageUnavailableError. */
    read,

    /**
     * Makes the font files of an account available. Rejects with FontLimitError past the limit, or with
     * StorageUnavailableError. A font that has been deleted is skipped.
     */
    async load(fonts: readonly NeededFont[], owner: string): Promise<void> {
      const missing = [...new Set(fonts.map(({ asset }) => asset))].filter((asset) => !hasFontAsset(asset));
      const unknown = missing.filter((asset) => !loads.has(asset));
      // A template can register one file for several weights.
      const used = Math.max(loads.size, registeredFaceCount() - bundledFaces.length);
      if (unknown.length > 0 && used + unknown.length > maxFonts) {
        onLimit();
        throw new FontLimitError(`the process has loaded ${used} of ${maxFonts} fonts`);
      }
      for (const asset of unknown) {
        const loading = load(asset, owner);
        loads.set(asset, loading);
        loading.catch(() => loads.delete(asset)); // the next card tries again
      }
      await Promise.all(missing.flatMap((asset) => loads.get(asset) ?? []));
    },
  };
}
export type FontAssets = ReturnType<typeof createFontAssets>;
