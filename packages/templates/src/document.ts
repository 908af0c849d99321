/** What a template document knows about an asset that it uses. */
export interface DocumentAsset {
  /** Asset ID. */
  readonly id: string;
  readonly contentType: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml" | "font/ttf" | "font/otf";
  /** Of images: pixels. Absent for an SVG document without a size. */
  readonly width?: number;
  readonly height?: number;
  /** Of an SVG document with a size or a viewBox: width divided by height. */
  readonly aspectRatio?: number;
}

/** A template as written. Immutable once published; identified by the SHA-256 of its canonical JSON. */
export interface TemplateDocument {
  /** The content of `template.json`. */
  readonly template: Readonly<Record<string, unknown>>;
  /** The text of `template.json`, if it is to be kept as it was written. */
  readonly json?: string;
  /** The content of `template.html`. */
  readonly html: string;
  /** By the path below `assets/`. */
  readonly assets: Readonly<Record<string, DocumentAsset>>;
}

/** The problems that programs handle. Others have no code. */
export const problemCodes = [
  "syntax_error",
  "missing_font",
  "ineffective_declaration",
  "invalid_example",
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** Something that is wrong with a template document. */
export interface Problem {
  readonly file: "template.json" | "template.html";
  /** Only in `template.json`: the JSON pointer (RFC 6901) of the value. */
  readonly pointer?: string;
  /** Only in `template.json`: the message without the name of the value. */
  readonly predicate?: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** A document with errors can't be published. */
  readonly severity: "error" | "warning";
  readonly code?: ProblemCode;
  /** What is wrong, with the name of the thing. */
  readonly message: string;
  /** What to write instead. */
  readonly suggestion?: string;
}
