import { createHash } from "node:crypto";
import type { PlacardClient, TemplateDocument } from "../index.ts";
import type { TemplateFolder } from "./template-folder.ts";

/**
 * Creates a function that turns a template folder into the document that the API takes: it uploads the
 * assets, each content once. It rejects with the PlacardError of a failed upload.
 */
export function createAssetUploader(client: Pick<PlacardClient, "createAsset">) {
  const idsByHash = new Map<string, string>();

  async function upload(bytes: Buffer): Promise<string> {
    const hash = createHash("sha256").update(bytes).digest("base64url");
    const known = idsByHash.get(hash);
    if (known !== undefined) return known;
    const { id } = (await client.createAsset(new Blob([new Uint8Array(bytes)]))).data;
    idsByHash.set(hash, id);
    return id;
  }

  return async ({ assets, ...files }: TemplateFolder): Promise<TemplateDocument> => {
    const ids: Record<string, string> = {};
    for (const [path, bytes] of assets) ids[path] = await upload(bytes);
    return { ...files, assets: ids };
  };
}
