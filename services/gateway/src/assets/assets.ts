import type { SecurityEvents } from "@placard/accounts";
import {
  AppError,
  assetKey,
  detectFormat,
  hashPattern,
  uploadFormats,
  type AssetContent,
  type FontAxes,
  type UploadFormat,
  assetFontTypes,
  assetImageTypes,
  assetContent,
  exactObject,
  notFound,
  sharedOwner,
} from "@placard/contracts";
import type { ImageStore } from "@placard/storage";
import type { DocumentAsset } from "@placard/templates";
import Type, { type Static } from "typebox";
import { randomUUID } from "node:crypto";
import { invalidFile, type AssetUploads } from "./asset-uploads.ts";
import { accountIdOf } from "../http/caller.ts";
import { sendNotModified } from "../http/not-modified.ts";
import { tooLarge } from "../http/raw-body.ts";
import { disconnectSignal } from "../http/disconnect-signal.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { actorOf } from "../account/account-fields.ts";
import { timeField } from "../http/present.ts";
import type { Assets } from "./asset-store.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

const mebibyte = 1024 * 1024;
/** The largest font that is uploaded, in bytes. */
const maxFontBytes = 2 * mebibyte;
/** The largest SVG document that is uploaded, in bytes. */
const maxSvgBytes = mebibyte;

const assetIdField = Type.String({
  pattern: hashPattern.source,
  examples: ["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"],
});

/** The schema of an asset in a response. */
export const assetView = exactObject(
  {
    id: assetIdField,
    size: Type.Integer({
      description: "bytes of the stored file, which differs from the upload",
      examples: [1_482],
    }),
    createdAt: timeField,
    ...assetContent.properties,
  },
  { title: "Asset", description: "an image has a width and a height in pixels, a font has `font`" },
);
const assetList = exactObject({
  assets: Type.Array(assetView),
  usedBytes: Type.Integer({ description: "the total size of the assets", examples: [1_482] }),
  maxBytes: Type.Integer({ description: "the quota of the account", examples: [52_428_800] }),
});

const uploadQuery = Type.Object({
  weight: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: "Fixes the weight of a variable font. By default, each text chooses its weight.",
    }),
  ),
  axes: Type.Optional(
    Type.String({
      pattern: "^[!-~]{4}:-?\\d{1,5}(\\.\\d{1,4})?(,[!-~]{4}:-?\\d{1,5}(\\.\\d{1,4})?){0,15}$",
      description:
        "Fixes positions on other axes of a variable font. By default, each text chooses them. Values outside of an axis are moved to its end.",
      examples: ["wdth:75,opsz:48"],
    }),
  ),
});

/** The response header fields of an asset: if a browser opens it, it can neither run nor load anything. */
const fileHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "Cache-Control": "private, max-age=31536000, immutable",
} as const;

/** The endpoints of the images and fonts of the account. */
export function assetEndpoints(
  assets: Assets,
  uploads: AssetUploads,
  store: ImageStore,
  events: SecurityEvents,
) {
  const parameters = [pathParameter("id", "The asset ID", assetIdField)];

  const create = jsonEndpoint({
    id: "createAsset",
    summary: "Upload an image or a font",
    description:
      "The body is the file: PNG, JPEG, WebP or SVG up to 4 MiB and 4096 × 4096 pixels (SVG up to 1 MiB), or a font as WOFF2, TTF or OTF up to 2 MiB. The type is detected from the content; `Content-Type` is ignored. The file is not stored as it is: images are re-encoded without metadata, SVG documents are reduced to what is drawn, and fonts are rewritten. The ID is derived from the stored bytes.",
    query: uploadQuery,
    hasFile: true,
    responses: {
      200: jsonResponse("The account already has this asset, which is returned", assetView),
      201: jsonResponse("The new asset", assetView),
    },
    errors: ["limit_reached", "overloaded", "render_timeout", "unavailable"],
    async handle({ req, query, owner, res }) {
      const { bytes, format } = readFile(req.body);
      const { asset, isNew } = await uploads.upload({
        owner,
        bytes,
        format,
        axes: toAxes(query),
        requestId: requestIdOf(res),
        signal: disconnectSignal(res),
      });
      if (isNew) await events.recordEvent({ ...actorOf(res), type: "asset_created", assetId: asset.id });
      res.status(isNew ? 201 : 200);
      return asset;
    },
  });

  const list = jsonEndpoint({
    id: "listAssets",
    summary: "List your images and fonts",
    description:
      "Lists the files that templates and brands can use, newest first, with the space that they take.",
    responses: { 200: jsonResponse("The assets, and how much of the quota they use", assetList) },
    async handle({ owner }) {
      const all = await assets.list(owner);
      const usedBytes = all.reduce((sum, { size }) => sum + size, 0);
      return { assets: all, usedBytes, maxBytes: assets.maxBytes };
    },
  });

  const get: Endpoint = {
    operation: {
      id: "getAsset",
      summary: "Get the file of an asset",
      description:
        "Returns the bytes as they are stored. Uploads are rewritten, so they can differ from the file that you sent.",
      parameters,
      responses: {
        200: {
          description: "The stored file",
          headers: { ...fileHeaders, ETag: "strong validator; send it as `If-None-Match`" },
          content: Object.fromEntries(
            [...assetImageTypes, ...assetFontTypes].map((type) => [type, Type.String({ format: "binary" })]),
          ),
        },
        304: { description: "`If-None-Match` matches the asset" },
      },
      errors: ["not_found", "unavailable"],
    },
    async handler(req, res) {
      const { id } = req.params;
      const stored = await readAsset(accountIdOf(res), id);
      for (const [name, value] of Object.entries(fileHeaders))
        if (!res.hasHeader(name)) res.setHeader(name, value); // no cache stores responses to a cookie
      if (sendNotModified(req, res, `"${id}"`)) return;
      res.setHeader("Content-Type", stored.meta.contentType);
      res.setHeader("Content-Length", stored.bytes.length);
      res.end(stored.bytes);
    },
  };

  const deleteOwn = jsonEndpoint({
    id: "deleteAsset",
    summary: "Delete an asset",
    description:
      "An asset that a brand or a version of a template uses can't be deleted. Links of deleted templates that used it are rendered without it from then on.",
    parameters,
    responses: { 200: emptyResponse("The asset is deleted") },
    errors: ["not_found", "asset_in_use", "unavailable"],
    async handle({ params: { id }, owner, res }) {
      if (!hashPattern.test(id) || !(await assets.delete(owner, id))) throw notFound("Asset");
      await store.delete(assetKey(owner, id));
      await events.recordEvent({ ...actorOf(res), type: "asset_deleted", assetId: id });
      return {};
    },
  });

  /** Reads an asset of an account, or else one that all accounts share. Throws AppError `not_found`. */
  async function readAsset(owner: string, id: string) {
    if (!hashPattern.test(id)) throw notFound("Asset");
    const isOwn = (await assets.find(owner, id)) !== undefined;
    const stored = await store.get(assetKey(isOwn ? owner : sharedOwner, id));
    if (!stored) throw notFound("Asset");
    return stored;
  }

  return { create, list, get, delete: deleteOwn };
}

/** The format of an upload, detected from its content. Throws AppError. */
function readFile(body: unknown): { bytes: Buffer; format: UploadFormat } {
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw invalidFile("The body is empty. Send the bytes of the file.");
  const detected = detectFormat(body);
  const format = uploadFormats.find((each) => each === detected);
  if (!format)
    throw new AppError("unsupported_media_type", {
      message:
        "Unsupported file. Send the bytes of a PNG, JPEG, WebP or SVG image, or of a WOFF2, TTF or OTF font, as the body itself: not as multipart/form-data.",
    });
  const isFont = format === "woff2" || format === "ttf" || format === "otf";
  if (isFont && body.length > maxFontBytes) throw tooLarge(maxFontBytes);
  if (format === "svg" && body.length > maxSvgBytes) throw tooLarge(maxSvgBytes);
  return { bytes: body, format };
}

/** The axes in the query of an upload. */
function toAxes({ weight, axes = "" }: Static<typeof uploadQuery>): FontAxes {
  const named = [...axes.matchAll(/([!-~]{4}):([^,]+)/g)].map(
    ([, tag, value]) => [tag, Number(value)] as const,
  );
  return { ...(weight !== undefined && { wght: weight }), ...Object.fromEntries(named) };
}

/** What a template document contains of an asset. */
export function toDocumentAsset({
  id,
  contentType,
  width,
  height,
  aspectRatio,
}: AssetContent & { id: string }): DocumentAsset {
  return {
    id,
    contentType,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(aspectRatio !== undefined && { aspectRatio }),
  };
}

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
