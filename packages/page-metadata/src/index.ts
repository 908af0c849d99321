export {
  createFetchPage,
  type FetchedPage,
  type FetchPage,
  type FetchPageOptions,
  type PageRequest,
  type UnmodifiedPage,
} from "./fetch-page.ts";
export { propertyOf, textOf, type JsonLdNode, type JsonLdValue } from "./json-ld.ts";
export {
  firstContent,
  readMetadata,
  type PageEvent,
  type PageImage,
  type PageMetadata,
  type PagePrice,
} from "./metadata.ts";
export type { MetaTag } from "./read-head.ts";
