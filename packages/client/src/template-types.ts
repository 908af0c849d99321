import type { ImageFormat, ImageOptions, ImageWarning, TemplateListing } from "./image-types.ts";
import type { BrandSettings } from "./brand-types.ts";

/** A template as its author wrote it. */
export interface TemplateDocument {
  /** The content of `template.json`. */
  template: Readonly<Record<string, unknown>>;
  /** The content of `template.html`. */
  html: string;
  /** The ID of each asset by its path below `assets/`, such as `logo.svg`. */
  assets?: Readonly<Record<string, string>> | undefined;
}

/** Where a template comes from: the release, the operator's folder, or an account. */
export type TemplateSource = "builtin" | "operator" | "account";

/** Something that is wrong with a template document. */
export interface TemplateProblem {
  file: "template.json" | "template.html";
  /** Only in `template.json`: the JSON pointer of the value. */
  pointer?: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
  /** A document with errors can't be published. */
  severity: "error" | "warning";
  message: string;
  /** What to write instead. */
  suggestion?: string;
}

/** A published version of a template. Its document never changes. */
export interface TemplateVersion {
  /** From 1. */
  version: number;
  /** Of the document. */
  hash: string;
  /** ISO 8601. */
  createdAt: string;
}

/** The result of `createTemplate` and `createTemplateVersion`. */
export interface PublishedTemplate {
  id: string;
  version: number;
  hash: string;
  /** Warnings. */
  problems: TemplateProblem[];
}

/** A template with the source of one version. */
export interface TemplateDetails extends Pick<TemplateListing, "id" | "name" | "description"> {
  source: TemplateSource;
  version: number;
  hash: string;
  isArchived: boolean;
  /** Newest first. */
  versions: TemplateVersion[];
  document: TemplateDocument;
}

/** A card to draw without publishing anything: of a document, or of a published template. */
export interface PreviewRequest extends Omit<Partial<TemplateDocument>, "template"> {
  /** The content of `template.json`, or the name of a published template: `blog`, `release@3`. */
  template: Readonly<Record<string, unknown>> | string;
  data: Readonly<Record<string, unknown>>;
  /** `brand` is the name of a brand, or `none` for no brand. */
  options?: (ImageOptions & { brand?: string | undefined }) | undefined;
  /** A brand that has not been stored. Replaces `options.brand`. */
  brand?: BrandSettings | undefined;
}

/** The box of an element on a card, in pixels. */
export interface ElementBox {
  /**
   * The indexes of the element and of those that it is in among their siblings, below the root: `0/2`; of repeated elements with
   * the index of the repetition: `0/2:1`.
   */
  path: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The result of `previewTemplate`. */
export interface TemplatePreview {
  /** The encoded image, in base64. */
  image: string;
  format: ImageFormat;
  width: number;
  height: number;
  warnings: ImageWarning[];
  boxes: ElementBox[];
  problems: TemplateProblem[];
}
