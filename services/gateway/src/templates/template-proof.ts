import { defaultBrandName, proof } from "@placard/contracts";
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

/** The endpoint that compares a document with the current version of its template before it is published. */
export function proofTemplate(
  accountTemplates: AccountTemplates,
  findAsset: FindAsset,
  brands: Pick<BrandStore, "find">,
  proofs: Proofs,
): Endpoint {
  return jsonEndpoint({
    id: "proofTemplate",
    summary: "Compare a document with the current version",
    description:
      "Draws the document and the current version with the data of the last 50 images of the current version, and with unusual data at the sizes of the editor, in the default brand. Nothing is published, and nothing counts toward the daily quota. Remote images are not fetched: a placeholder stands for each.",
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
