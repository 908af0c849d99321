import { readSession } from "../app/stored-session.ts";

/**
 * Images of assets need the session token, so an `img` can't load them from their address. The content
 * security policy permits data URLs, in which scripts of an SVG document do not run.
 */
export function createAssetImages(baseUrl: string, fetch: typeof globalThis.fetch) {
  const images = new Map<string, Promise<string | undefined>>();

  async function fetchDataUrl(id: string): Promise<string | undefined> {
    try {
      const response = await fetch(`${baseUrl}/api/v1/assets/${encodeURIComponent(id)}`, {
        headers: { Accept: "*/*", Authorization: `Bearer ${readSession()?.token ?? ""}` },
      });
      return response.ok ? await readDataUrl(await response.blob()) : undefined;
    } catch {
      return undefined; // the field says that the image could not be loaded
    }
  }

  return {
    /** @returns a data URL; undefined if the image can't be loaded */
    load(id: string): Promise<string | undefined> {
      const loaded = images.get(id) ?? fetchDataUrl(id);
      images.set(id, loaded);
      void loaded.then((url) => url === undefined && images.delete(id));
      return loaded;
    },
  };
}

function readDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The image could not be read.")));
    reader.readAsDataURL(blob);
  });
}
