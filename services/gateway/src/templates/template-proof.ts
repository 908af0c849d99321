import { defaultBrandName, warning, type ProofCase, exactObject } from "@placard/contracts";
import Type from "typebox";
import type { Brands as BrandStore } from "../brands/brand-store.ts";
import { disconnectSignal } from "../http/disconnect-signal.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { AccountTemplates } from "./account-templates.ts";
import { documentInput, readDocument, type FindAsset } from "./document-input.ts";
import type { Proofs } from "./proofs.ts";
import { documentExample } from "./template-schemas.ts";
import { jsonResponse, pathParameter } from "../docs/operation.ts";

const kind = Type.Unsafe<ProofCase["kind"]>({
  type: "string",
  enum: ["recent", "stress"],
  description: "a card that was rendered with the current version, or one with unusual data",
});
const drawing = exactObject({
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
    before: Type.Union([drawing, Type.Null()], {
      description: "with the current version; null if there is none, or if it rejects the data",
    }),
    after: Type.Union([drawing, Type.Null()], {
      description: "with the document; null if it rejects the data",
    }),
    difference: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description: "the share of pixels that differ visibly: by more than 16 of 255 in one channel",
    }),
    newWarnings: Type.Array(warning),
  },
  { title: "ProofCase" },
);
const proof = exactObject(
  {
    version: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: "the current version; null for a template that has not been published",
    }),
    cases: Type.Array(proofCase),
    summary: exactObject({
      cases: Type.Integer(),
      changed: Type.Integer({ description: "cards that differ visibly" }),
      newWarnings: Type.Array(
        exactObject({
          kind,
          code: warning.properties.code,
          field: Type.String(),
          cases: Type.Integer(),
          of: Type.Integer(),
        }),
      ),
      messages: Type.Array(Type.String()),
    }),
  },
  { title: "Proof" },
);

/** The endpoint that compares a document with the current version of its template before it is published. */
export function proofTemplate(
  accountTemplates: AccountTemplates,
  findAsset: FindAsset,
  brands: Pick<BrandStore, "find">,
  proofs: Proofs,
): Endpoint {
  return jsonEndpoint({
    id: "proofTemplate",
    tag: "templates",
    summary: "Compare a document with the current version",
    description:
      "Draws the document and the current version with the data of the last 50 images of the current version, and with unusual data at three sizes, in the default brand. Nothing is published, and nothing counts toward the daily quota. Remote images are not fetched: a placeholder stands for each.",
    parameters: [pathParameter("id", "The template ID")],
    body: documentInput,
    examples: { release: documentExample },
    responses: { 200: jsonResponse("The cards with both, and what differs", proof) },
    errors: ["template_exists", "render_failed", "overloaded", "render_timeout"],
    async handle({ body, params: { id: templateId }, owner, res }) {
      const document = await readDocument(body, owner, findAsset);
      const current = await accountTemplates.findForProof(owner, templateId, document);
      const brand = (await brands.find(owner, defaultBrandName))?.brand;
      const input = {
        owner,
        templateId,
        current,
        document,
        ...(brand && { brand }),
        requestId: requestIdOf(res),
      };
      return await proofs.draw(input, disconnectSignal(res));
    },
  });
}
