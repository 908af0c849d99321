import type { Brand } from "./brand.ts";
import type { RenderFailure } from "./render-job.ts";
import type { Warning } from "./warnings.ts";

/** The BullMQ queue of the proofs of templates. Renderers process one at a time, while they render images. */
export const proofQueue = "proof";

/** BullMQ options of a proof job. A job is repeated only if its renderer exits. */
export const proofJobPolicy = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/** How long a request waits for its proof, and how long a proof and its outcome are kept, in ms. */
export const proofTtlMs = 60_000;

/** How many recent cards of a template are remembered. */
export const maxRecentCards = 50;

/** A document to compare with the current version of its template. */
export interface ProofJob {
  /** Random: 32 characters of base64url. */
  id: string;
  /** The account. */
  owner: string;
  templateId: string;
  /** The current version; null for a template that has not been published. */
  current: { version: number; hash: string } | null;
  /** A TemplateDocument that compiles. */
  document: object;
  /** The default brand of the account, for cards with unusual data. */
  brand?: Brand;
  /** For the renderer's log lines. */
  requestId: string;
  /** Epoch ms of the shared clock, after which no request waits for the job any more. */
  deadline: number;
}

/**
 * The outcome of a proof job, kept in Redis for `proofTtlMs`. Says whether a Proof is stored as `proofKey`,
 * or why not.
 */
export type ProofOutcome =
  { status: "stored" } | { failure: Extract<RenderFailure, "render_failed" | "unavailable" | "expired"> };

/** One drawing of a card. */
export interface ProofImage {
  /** WebP at most 480 pixels wide, in base64. */
  image: string;
  warnings: Warning[];
}

/** One card, with the current version of a template and with the document. */
export interface ProofCase {
  /** Of a recent card, its image id. */
  name: string;
  kind: "stress" | "recent";
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
  newWarnings: Warning[];
}

/** How many cards of one kind have a new warning. */
export interface ProofWarningCount {
  kind: ProofCase["kind"];
  code: Warning["code"];
  field: string;
  cases: number;
  /** All cards of the kind. */
  of: number;
}

/** What a document changes. */
export interface Proof {
  /** The current version; null for a template that has not been published. */
  version: number | null;
  cases: ProofCase[];
  summary: {
    cases: number;
    /** Cards of which at least one pixel differs visibly. */
    changed: number;
    newWarnings: ProofWarningCount[];
    /** Sentences for the author. */
    messages: string[];
  };
}
