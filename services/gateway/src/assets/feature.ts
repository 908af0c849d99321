import type { SecurityEvents } from "@placard/accounts";
import { lanes } from "@placard/contracts";
import { maxImageBytes } from "@placard/contracts/upload-limits";
import { Lane } from "@placard/runtime";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { rawBody } from "../http/raw-body.ts";
import { route } from "../http/route.ts";
import type { QueueAdmission } from "../images/queue-admission.ts";
import type { Platform } from "../platform.ts";
import type { FindAsset } from "../templates/document-input.ts";
import { createAssetUploads, type AssetUploads } from "./asset-uploads.ts";
import { assetEndpoints, toDocumentAsset } from "./assets.ts";
import { createAssets as createStore, type Assets as AssetStore } from "./asset-store.ts";

/** The images and fonts of accounts, for templates and brands. */
export interface Assets extends Feature {
  readonly store: AssetStore;
  readonly uploads: AssetUploads;
  /** Finds an asset of an account, as documents contain it. */
  readonly findForDocument: FindAsset;
}

export function createAssets(platform: Platform, admission: QueueAdmission, events: SecurityEvents): Assets {
  const store = createStore(platform, platform.settings.MAX_ASSET_BYTES);
  const lane = new Lane(lanes.uploads);
  const uploads = createAssetUploads(platform, store, admission, lane);
  const endpoints = assetEndpoints(store, uploads, platform.store, events);
  const reader = access.reader();
  return {
    store,
    uploads,
    async findForDocument(owner, id) {
      const asset = await store.find(owner, id);
      return asset && toDocumentAsset(asset);
    },
    tag: "brands",
    routes: [
      route("get", "/api/v1/assets", reader, endpoints.list),
      route(
        "post",
        "/api/v1/assets",
        access.creator("templates:write"),
        endpoints.create,
        rawBody(maxImageBytes),
      ),
      route("get", "/api/v1/assets/:id", reader, endpoints.get),
      route("delete", "/api/v1/assets/:id", access.remover("templates:write"), endpoints.delete),
    ],
  };
}
