import type { BrandLookup } from "../images/parse-generate-request.ts";
import type { Brands } from "./brand-store.ts";

/** Finds the brands of requests. */
export function createBrandLookup(brands: Brands): BrandLookup {
  return {
    find: async (owner, name) => (await brands.find(owner, name))?.brand,
    listNames: async (owner) => (await brands.list(owner)).map(({ name }) => name),
  };
}
