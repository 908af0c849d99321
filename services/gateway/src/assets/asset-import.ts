import { randomUUID } from "node:crypto";
import { AppError } from "@placard/contracts";
import type { DocumentAsset } from "@placard/templates";
import { readFile, toDocumentAsset } from "./assets.ts";
import type { AssetUploads } from "./asset-uploads.ts";

/**
 * Creates the function that stores an asset of the operator's folder for all accounts. It returns what is
 * wrong with an asset, and rejects if a service is unavailable.
 */
export function createAssetImport(uploadShared: AssetUploads["uploadShared"]) {
  return async (file: Buffer): Promise<DocumentAsset | { error: string }> => {
    try {
      return toDocumentAsset(await uploadShared({ ...readFile(file), requestId: randomUUID() }));
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return { error: error.message };
      throw error;
    }
  };
}
