import Type, { type Static } from "typebox";
import type { Brand } from "./brand.ts";
import type { RenderFailure } from "./render-job.ts";
import { exactObject } from "./schema.ts";
import { warning } from "./warnings.ts";

/** The BullMQ queue of the proofs of templates. Renderers process one at a time, while they render images. */
export const proofQueue = "proof";

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

const kind = Type.Unsafe<"recent" | "stress">({
  type: "string",
  enum: ["recent", "stress"],
  description: "a card that was rendered with the current version, or one with unusual data",
});
const proofImage = exactObject({
  image: Type.String({
    description: "a WebP image at most 480 pixels wide, in base64",
    examples: ["UklGRg=="],
  }),
  warnings: Type.Array(warning),
});
const proofCase = exactObject(
  {
    name: Type.String({
      description: "the image ID of a recent card, or the kind of unusual data",
      examples: ["longest"],
    }),
    kind,
    width: Type.Integer(),
    height: Type.Integer(),
    before: Type.Union([proofImage, Type.Null()], {
      description: "with the current version; null if there is none, or if it rejects the data",
    }),
    after: Type.Union([proofImage, Type.Null()], {
      description: "with the document; null if it rejects the data",
    }),
    difference: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description: "the share of pixels that differ visibly: by more than 16 of 255 in one channel",
    }),
    /** The warnings of `after` that `before` does not have. */
    newWarnings: Type.Array(warning),
  },
  { title: "ProofCase" },
);
const proofWarningCount = exactObject({
  kind,
  code: warning.properties.code,
  field: Type.String(),
  cases: Type.Integer(),
  /** All cards of the kind. */
  of: Type.Integer(),
});

/** What a document changes. */
export const proof = exactObject(
  {
    version: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: "the current version; null for a template that has not been published",
    }),
    cases: Type.Array(proofCase),
    summary: exactObject({
      cases: Type.Integer(),
      changed: Type.Integer({ description: "cards that differ visibly" }),
      newWarnings: Type.Array(proofWarningCount),
      /** Sentences for the author. */
      messages: Type.Array(Type.String()),
    }),
  },
  { title: "Proof" },
);

export type Proof = Static<typeof proof>;
/** One card, with the current version of a template and with the document. */
export type ProofCase = Static<typeof proofCase>;
/** One drawing of a card. */
export type ProofImage = Static<typeof proofImage>;
/** How many cards of one kind have a new warning. */
export type ProofWarningCount = Static<typeof proofWarningCount>;
