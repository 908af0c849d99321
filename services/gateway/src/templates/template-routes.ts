import type { Assets, Brands } from "@placard/accounts";
import type { ImageStore } from "@placard/storage";
import type { CompileTemplate } from "@placard/template-store";
import type { TemplateDescription } from "@placard/templates";
import { assetEndpoints, maxImageBytes, toDocumentAsset } from "../assets/assets.ts";
import { brandEndpoints } from "../brands/brands.ts";
import { publicPlaygroundEndpoints } from "../playground/public-playground.ts";
import { templatePreviewEndpoints } from "./template-preview.ts";
import { proofTemplate } from "./template-proof.ts";
import { templateVersionEndpoints } from "./template-versions.ts";
import { templateEndpoints } from "./templates.ts";
import type { AssetUploads } from "../assets/asset-uploads.ts";
import { access } from "../http/access.ts";
import { jsonBody } from "../http/json-body.ts";
import { rawBody } from "../http/raw-body.ts";
import { route, type Route } from "../http/route.ts";
import type { AccountTemplates } from "./account-templates.ts";
import { createReadBrand } from "../brands/brand-input.ts";
import { documentCost, maxDocumentBytes } from "./document-input.ts";
import { proofCost, type Proofs } from "./proofs.ts";
import type { Shared } from "../images/shared.ts";

export interface TemplateRouteDeps {
  accountTemplates: AccountTemplates;
  compile: CompileTemplate<Omit<TemplateDescription, "version" | "hash">>;
  assets: Assets;
  assetUploads: AssetUploads;
  store: Pick<ImageStore, "get" | "delete">;
  proofs: Proofs;
  brands: Brands;
  /** Whether people without an account can preview the built-in templates. */
  hasPublicPlayground: boolean;
}

/** Templates, and what cards are made of: assets and brands. */
export function templateRoutes(deps: TemplateRouteDeps, shared: Shared): Route[] {
  const { brandFallbacks, metrics } = shared;
  const reader = access.sessionOrKey();
  const writer = access.sessionOrKey("templates:write");
  const documentWriter = access.sessionOrKey("templates:write", { cost: documentCost });
  const proofReader = access.sessionOrKey("templates:write", { cost: proofCost });
  const documentBody = jsonBody(maxDocumentBytes);
  const fileBody = rawBody(maxImageBytes);

  const findAsset = async (owner: string, id: string) => {
    const asset = await deps.assets.find(owner, id);
    return asset && toDocumentAsset(asset);
  };
  const readBrand = createReadBrand(deps.assets);
  const common = { ...deps, ...shared, findAsset, readBrand };
  const templates = templateEndpoints(common);
  const versions = templateVersionEndpoints(common);
  const previews = templatePreviewEndpoints(common);
  const playground = publicPlaygroundEndpoints({ ...common, countPreview: metrics.countPlaygroundPreview });
  const assets = assetEndpoints({ ...common, uploads: deps.assetUploads });
  const brands = brandEndpoints({ ...common, prepareFallbacks: brandFallbacks.prepare });

  return [
    route("get", "/api/v1/og/templates", reader, templates.list),
    route("post", "/api/v1/og/templates", documentWriter, versions.create, documentBody),
    route("post", "/api/v1/og/templates/preview", documentWriter, previews.preview, documentBody),
    route("post", "/api/v1/og/templates/lint", documentWriter, previews.lint, documentBody),
    route("get", "/api/v1/og/templates/:id", reader, templates.get),
    route("patch", "/api/v1/og/templates/:id", writer, versions.update),
    route("delete", "/api/v1/og/templates/:id", writer, versions.delete),
    route("post", "/api/v1/og/templates/:id/versions", documentWriter, versions.publish, documentBody),
    route("post", "/api/v1/og/templates/:id/proof", proofReader, proofTemplate(common), documentBody),

    route("get", "/api/v1/playground/templates", access.public, playground.list),
    route("post", "/api/v1/playground/preview", access.visitor, playground.preview),

    route("get", "/api/v1/assets", reader, assets.list),
    route("post", "/api/v1/assets", writer, assets.create, fileBody),
    route("get", "/api/v1/assets/:id", reader, assets.get),
    route("delete", "/api/v1/assets/:id", writer, assets.delete),

    route("get", "/api/v1/brands", reader, brands.list),
    route("get", "/api/v1/brands/:name", reader, brands.get),
    route("put", "/api/v1/brands/:name", writer, brands.put),
    route("delete", "/api/v1/brands/:name", writer, brands.delete),
  ];
}
