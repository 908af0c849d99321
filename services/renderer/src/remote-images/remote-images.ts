import { createAddressGuard } from "./address-guard.ts";
import { createDecoder } from "./decoder.ts";
import { fetchOriginal, type FetchRules } from "./fetch-original.ts";
import { createHostRules } from "./host-rules.ts";
import { ImageUnavailableError } from "./image-unavailable.ts";
import { createOriginals } from "./originals.ts";
import { resolveHost, type ResolveHost } from "./resolve-host.ts";
import { sniff } from "./sniff.ts";
import { createTimeLimits } from "./time-limits.ts";

interface Options {
  /** Hosts that images may come from, `*.example.com` for all below one; undefined: any. */
  hostsAllow?: readonly string[] | undefined;
  /** Whether they may come from a site's own networks. For development and tests. */
  allowPrivate: boolean;
  resolve?: ResolveHost;
}

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A decoded picture. */
export interface Pixels extends Size {
  /** Row by row: red, green, blue and alpha (not premultiplied), a byte each. */
  rgba: Uint8Array;
}

const mebibyte = 1024 * 1024;
const fetchMs = 5_000;
/** Fetch and decode together, in ms. */
const mostMs = 6_000;

/** Pictures from elsewhere, for the cards that name one. */
export function createRemoteImages({ hostsAllow, allowPrivate, resolve = resolveHost }: Options) {
  const rules: FetchRules = {
    allowsHost: createHostRules(hostsAllow),
    allowsAddress: createAddressGuard({ allowPrivate }),
    resolve,
  };
  const limits = createTimeLimits();
  const decoder = createDecoder({ most: 2 });
  const originals = createOriginals({
    load: (url, claim) => limits.within(fetchMs, (signal) => fetchOriginal(url, rules, { signal, claim })),
    keepBytes: 64 * mebibyte,
    keepMs: 60_000,
    holdBytes: 128 * mebibyte,
  });

  return {
    /**
     * The picture behind a URL, cropped to cover a size in pixels. Takes 6 s at most, or `budgetMs` where that is less.
     * Rejects with ImageUnavailableError, or with an error of Node's: either way, it can't be had.
     */
    picture(url: string, { width, height }: Size, budgetMs: number): Promise<Pixels> {
      return limits.within(Math.max(0, Math.min(mostMs, budgetMs)), (signal) =>
        originals.lend(url, async (bytes) => {
          signal.throwIfAborted();
          const format = sniff(bytes);
          if (!format) throw new ImageUnavailableError("it is no png, jpeg, webp, avif or gif");
          return { width, height, rgba: await decoder.decode({ bytes, format, width, height }, signal) };
        }),
      );
    },

    /** Ends what is under way, decoder processes included. */
    stop(): void {
      limits.stop();
      decoder.stop();
    },
  };
}
export type RemoteImages = ReturnType<typeof createRemoteImages>;
