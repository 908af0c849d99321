export { createFetchPage, type FetchedPage, type FetchPage } from "./fetch-page.ts";
export { propertyOf, textOf, type JsonLdValue } from "./json-ld.ts";
export { firstContent, readMetadata, type PageImage, type PageMetadata } from "./metadata.ts";
export type { MetaTag } from "./read-head.ts";
