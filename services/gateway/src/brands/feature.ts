import type { SecurityEvents } from "@placard/accounts";
import {
  invalidField,
  noBrandName,
  warning,
  type BrandFont,
  type ImageAsset,
  exactObject,
  notFound,
} from "@placard/contracts";
import { contrastWarnings } from "@placard/templates";
import Type, { type Static } from "typebox";
import type { Assets } from "../assets/feature.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import type { Platform } from "../platform.ts";
import { createBrandFallbacks, type BrandFallbacks } from "./brand-fallbacks.ts";
import { createReadBrand, type ReadBrand, brandInput, brandFields } from "./brand-input.ts";
import type { Brands as BrandStore, StoredBrand } from "./brand-store.ts";
import { requestIdOf } from "../http/request-id.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { actorOf } from "../account/account-fields.ts";
import { timeField } from "../http/present.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

export interface Brands extends Feature {
  readonly fallbacks: BrandFallbacks;
  readonly read: ReadBrand;
}

interface Deps {
  brandStore: BrandStore;
  assets: Assets;
  images: Images;
  events: SecurityEvents;
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

const brandView = exactObject(
  {
    name: Type.String({ examples: ["default"] }),
    ...brandFields,
    updatedAt: timeField,
    warnings: Type.Array(warning, {
      description: "pairs of text and background with a contrast below 4.5:1",
      examples: [[]],
    }),
  },
  { title: "Brand" },
);
const brandList = exactObject({ brands: Type.Array(brandView) });

const exampleSettings: Static<typeof brandInput> = {
  colors: { ground: "#ffffff", accent: "#5b34c4" },
  logo: { onLight: "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg" },
  site: "example.com",
  displayName: "Example",
};

/** The brands of accounts, and their fallback images. */
export function createBrands(platform: Platform, deps: Deps): Brands {
  const { brandStore: brands, events } = deps;
  const fallbacks = createBrandFallbacks(platform, deps.images.drawPreview);
  const read = createReadBrand(deps.assets.store);
  const reader = access.reader();
  const parameters = [
    pathParameter(
      "name",
      "The name: lower-case letters, digits and hyphens, at most 40 characters",
      Type.String({ pattern: namePattern.source }),
    ),
  ] as const;

  const list = jsonEndpoint({
    id: "listBrands",
    summary: "List your brands",
    description: "Lists the brands with their settings, by name.",
    responses: { 200: jsonResponse("The brands, by name", brandList) },
    async handle({ owner }) {
      return { brands: (await brands.list(owner)).map(toView) };
    },
  });

  const get = jsonEndpoint({
    id: "getBrand",
    summary: "Get a brand",
    description:
      "Returns the settings of a brand, and a warning for each pair of colors with a low contrast.",
    parameters,
    responses: { 200: jsonResponse("The brand", brandView) },
    errors: ["not_found"],
    async handle({ params, owner }) {
      const found = await brands.find(owner, params.name);
      if (!found) throw notFound("Brand", "the name");
      return toView(found);
    },
  });

  const put = jsonEndpoint({
    id: "putBrand",
    summary: "Create or replace a brand",
    description:
      "Requests for images name a brand in `options.brand`. Those that name none use the brand named `default`, if there is one. The name `none` is reserved. Images that exist keep their look, because their recipe contains the brand.",
    parameters,
    body: brandInput,
    examples: { colors: exampleSettings },
    responses: {
      200: jsonResponse("The brand, replaced", brandView),
      201: jsonResponse("The new brand", brandView),
    },
    errors: ["not_found", "limit_reached"],
    async handle({ req, params: { name }, owner, res }) {
      if (!namePattern.test(name) || name === noBrandName)
        throw invalidField(
          "/name",
          `must be lower-case letters, digits and hyphens, at most 40 characters, and not ${noBrandName}`,
        );
      const brand = await read(owner, req.body);
      const outcome = await brands.put(owner, name, brand);
      fallbacks.prepare({ owner, brand, requestId: requestIdOf(res) });
      await events.recordEvent({ ...actorOf(res), type: "brand_changed", brand: name });
      const stored = await brands.find(owner, name);
      if (!stored) throw notFound("Brand", "the name"); // deleted
      res.status(outcome === "created" ? 201 : 200);
      return toView(stored);
    },
  });

  const deleteOwn = jsonEndpoint({
    id: "deleteBrand",
    summary: "Delete a brand",
    description: "Images that exist keep their look.",
    parameters,
    responses: { 200: emptyResponse("The brand is deleted") },
    errors: ["not_found"],
    async handle({ params: { name }, owner, res }) {
      if (!(await brands.delete(owner, name))) throw notFound("Brand", "the name");
      await events.recordEvent({ ...actorOf(res), type: "brand_deleted", brand: name });
      return {};
    },
  });

  return {
    fallbacks,
    read,
    tag: "brands",
    routes: [
      route("get", "/api/v1/brands", reader, list),
      route("get", "/api/v1/brands/:name", reader, get),
      route("put", "/api/v1/brands/:name", access.publisher("templates:write"), put),
      route("delete", "/api/v1/brands/:name", access.remover("templates:write"), deleteOwn),
    ],
  };
}

/** A brand without what is derived from it, in a response. */
export function toBrandSettings({ name, brand, updatedAt }: StoredBrand) {
  const { colors, logo, site, displayName, fonts, heading, background, decoration } = brand;
  const { onLight, onDark, ...logoLook } = logo ?? {};
  const { image, ...shade } = background ?? {};
  const idsOf = (parts: Readonly<Record<string, ImageAsset | BrandFont | undefined>>) =>
    Object.fromEntries(
      Object.entries(parts).flatMap(([role, part]) =>
        part ? [[role, "id" in part ? part.id : part.family]] : [],
      ),
    );
  return {
    name,
    ...(colors && { colors }),
    ...(logo && { logo: { ...idsOf({ onLight, onDark }), ...logoLook } }),
    ...(site !== undefined && { site }),
    ...(displayName !== undefined && { displayName }),
    ...(fonts && { fonts: idsOf(fonts) }),
    ...(heading && { heading }),
    ...(background && { background: { ...shade, ...idsOf({ image }) } }),
    ...(decoration && { decoration }),
    updatedAt,
  };
}

function toView(stored: StoredBrand) {
  return { ...toBrandSettings(stored), warnings: contrastWarnings(stored.brand) };
}
