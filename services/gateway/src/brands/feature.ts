import type { SecurityEvents } from "@placard/accounts";
import type { Assets } from "../assets/feature.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import type { Platform } from "../platform.ts";
import { createBrandFallbacks, type BrandFallbacks } from "./brand-fallbacks.ts";
import { createReadBrand, type ReadBrand } from "./brand-input.ts";
import { brandEndpoints } from "./brands.ts";
import type { Brands as BrandStore } from "./brand-store.ts";

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

export function createBrands(platform: Platform, deps: Deps): Brands {
  const fallbacks = createBrandFallbacks(platform, deps.images.drawPreview);
  const read = createReadBrand(deps.assets.store);
  const endpoints = brandEndpoints(deps.brandStore, read, fallbacks, deps.events);
  const reader = access.reader();
  return {
    fallbacks,
    read,
    routes: [
      route("get", "/api/v1/brands", reader, endpoints.list),
      route("get", "/api/v1/brands/:name", reader, endpoints.get),
      route("put", "/api/v1/brands/:name", access.publisher("templates:write"), endpoints.put),
      route("delete", "/api/v1/brands/:name", access.remover("templates:write"), endpoints.delete),
    ],
  };
}
