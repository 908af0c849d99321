import { apiKeyScopes, recipeOptions, exactObject } from "@placard/contracts";
import Type, { type TSchema } from "typebox";
import { assetView } from "../assets/assets.ts";
import { brandFields } from "../brands/brand-input.ts";
import { userView } from "./account.ts";
import { eventView } from "./account-events.ts";
import { documentInput } from "../templates/document-input.ts";
import { draftView } from "../templates/drafts.ts";
import { exportedReview } from "../templates/reviews.ts";
import { clientFields } from "../sessions/client-fields.ts";
import { siteView } from "../sites/site-schemas.ts";
import { dailyUsage } from "./account-usage.ts";
import { nullableTimeField, timeField } from "../http/present.ts";
import { webhookView } from "../webhooks/webhooks.ts";

const text = Type.String();
const used = { createdAt: timeField, lastUsedAt: nullableTimeField };
const key = { id: text, name: text, hint: text, ...used };

/** Everything but the images and the template documents, of which there may be many. */
export const exportedAccount = exactObject({
  exportedAt: timeField,
  user: userView,
  passkeys: Type.Array(
    exactObject({
      id: text,
      credentialId: Type.String({ description: "base64url" }),
      publicKey: Type.String({ description: "COSE key, base64url" }),
      name: text,
      counter: Type.Integer(),
      aaguid: Type.String({ description: "AAGUID of the authenticator's model" }),
      isAttested: Type.Boolean({ description: "Whether certificates have attested the authenticator" }),
      transports: Type.Array(text),
      deviceType: Type.Enum(["singleDevice", "multiDevice"]),
      backedUp: Type.Boolean(),
      ...used,
    }),
  ),
  sessions: Type.Array(
    exactObject({
      id: text,
      passkeyId: Type.Union([text, Type.Null()]),
      createdAt: timeField,
      authenticatedAt: timeField,
      lastSeenAt: timeField,
      expiresAt: timeField,
      ...clientFields,
    }),
  ),
  apiKeys: Type.Array(
    exactObject({ ...key, scopes: Type.Array(Type.Enum(apiKeyScopes)), expiresAt: nullableTimeField }),
  ),
  signingKeys: Type.Array(exactObject(key)),
  assets: Type.Array(assetView, {
    description: "without their files, which `GET /api/v1/assets/:id` returns",
  }),
  brands: Type.Array(exactObject({ name: text, ...brandFields, updatedAt: timeField })),
  sites: Type.Array(siteView),
  webhooks: Type.Array(webhookView),
  recoveryCodes: Type.Integer({ description: "how many have not been used" }),
  templates: Type.Array(
    exactObject({
      id: text,
      isArchived: Type.Boolean(),
      createdAt: timeField,
      versions: Type.Array(exactObject({ version: Type.Integer(), hash: text, createdAt: timeField })),
    }),
  ),
  reviews: Type.Array(exportedReview),
  drafts: Type.Array(draftView),
  events: Type.Array(eventView),
  usage: Type.Array(dailyUsage, { description: "the days with usage of the last 90" }),
});

export const exportedImage = exactObject({
  id: text,
  url: text,
  template: Type.String({ description: "name and version, such as `blog@1`" }),
  data: Type.Record(text, Type.Unknown()),
  brand: Type.Optional(Type.Object({}, { description: "the brand that it was rendered with" })),
  options: exactObject({ ...recipeOptions, quality: Type.Optional(recipeOptions.quality) }),
  renderedAt: timeField,
  expiresAt: timeField,
});

export const accountExport: TSchema = exactObject(
  {
    ...exportedAccount.properties,
    images: Type.Array(exportedImage, {
      description: "images of signed links with `exp` are not included",
    }),
    templateDocuments: Type.Array(exactObject({ hash: text, document: documentInput }), {
      description: "the documents of all versions, also of deleted templates, by hash",
    }),
  },
  { title: "AccountExport" },
);
