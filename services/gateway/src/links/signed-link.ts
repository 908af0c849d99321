import type { OutputFormat } from "@placard/contracts";
import type { LinkProblem } from "./link-problems.ts";

/** A link that a site has signed, whose signature is not verified yet: readable or short. */
export interface SignedLink {
  /** The template ID, or `ID@version`. */
  template: string;
  extension: string;
  /** Undefined if the extension is no format. */
  format: OutputFormat | undefined;
  /** The ID of the signing key; empty if the link has none. */
  kid: string;
  /** Epoch ms; undefined if the link never expires, NaN if its expiry is malformed. */
  expiresAt: number | undefined;
  /** The name of a brand, as it is in the link. */
  brand: unknown;
  /** The text whose signature the link has to contain. */
  signedText: string;
  signature: string;
  /** The problems that can be seen without the signing key. `now` is epoch ms. */
  listProblems: (now: number) => LinkProblem[];
  /** The body of the equivalent generate request, not yet validated. */
  toBody: (format: OutputFormat) => Readonly<Record<string, unknown>>;
}
