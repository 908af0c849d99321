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
  /** The quality that was chosen; only of JPEG and WebP images with `maxBytes` or the format `auto`. */
  quality?: number;
  width: number;
  height: number;
  warnings: ImageWarning[];
  boxes: ElementBox[];
  problems: TemplateProblem[];
}

/** One drawing of a card in a proof. */
export interface ProofImage {
  /** A WebP image at most 480 pixels wide, in base64. */
  image: string;
  warnings: ImageWarning[];
}

/** One card of a proof, with the current version of the template and with the document. */
export interface ProofCase {
  /** The image ID of a recent card, or the kind of unusual data, such as `longest`. */
  name: string;
  kind: "recent" | "stress";
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Null if the template has not been published, or its current version rejects the data. */
  before: ProofImage | null;
  /** Null if the document rejects the data of a recent card. */
  after: ProofImage | null;
  /** The share of pixels that differ visibly, from 0 to 1; null if only one of the two was drawn. */
  difference: number | null;
  /** The warnings of `after` that `before` does not have. */
  newWarnings: ImageWarning[];
}

/** The result of `proofTemplate`. */
export interface TemplateProof {
  /** The current version; null for a template that has not been published. */
  version: number | null;
  cases: ProofCase[];
  summary: {
    cases: number;
    /** Cards that differ visibly. */
    changed: number;
    /** How many of the cards of a kind have a new warning. */
    newWarnings: {
      kind: ProofCase["kind"];
      code: ImageWarning["code"];
      field: string;
      cases: number;
      of: number;
    }[];
    /** Sentences such as “6 of 50 recent cards now truncate “title”.” */
    messages: string[];
  };
}
