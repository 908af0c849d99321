import { apiKeyScopes, recipeOptions } from "@placard/contracts";
import Type, { type TSchema } from "typebox";
import { assetView } from "../assets/assets.ts";
import { brandFields } from "../brands/brand-input.ts";
import { eventExample, eventSchema } from "./account-events.ts";
import { documentInput } from "../templates/document-input.ts";
import { siteView } from "../sites/site-schemas.ts";
import { dailyUsageSchema } from "./account-usage.ts";
import { nullableTimeField, timeField, userExample } from "./account-fields.ts";
import { webhookExample, webhookView } from "../webhooks/webhooks.ts";

const strict = { additionalProperties: false };
const text = Type.String();
const used = { createdAt: timeField, lastUsedAt: nullableTimeField };
const key = { id: text, name: text, hint: text, ...used };

/** The schema of an export. */
export const accountExport: TSchema = Type.Object(
  {
    exportedAt: timeField,
    user: Type.Object(
      { id: text, email: text, name: text, emailVerified: Type.Boolean(), createdAt: timeField },
      strict,
    ),
    passkeys: Type.Array(
      Type.Object(
        {
          id: text,
          credentialId: Type.String({ description: "base64url" }),
          publicKey: Type.String({ description: "COSE key, base64url" }),
          name: text,
          counter: Type.Integer(),
          deviceType: Type.Enum(["singleDevice", "multiDevice"]),
          backedUp: Type.Boolean(),
          ...used,
        },
        strict,
      ),
    ),
    sessions: Type.Array(
      Type.Object(
        {
          id: text,
          passkeyId: Type.Union([text, Type.Null()]),
          createdAt: timeField,
          authenticatedAt: timeField,
          lastSeenAt: timeField,
          expiresAt: timeField,
          userAgent: Type.Union([text, Type.Null()]),
          address: Type.Union([text, Type.Null()]),
        },
        strict,
      ),
    ),
    apiKeys: Type.Array(
      Type.Object(
        { ...key, scopes: Type.Array(Type.Enum(apiKeyScopes)), expiresAt: nullableTimeField },
        strict,
      ),
    ),
    signingKeys: Type.Array(Type.Object(key, strict)),
    assets: Type.Array(assetView, {
      description: "without their files, which `GET /api/v1/assets/:id` returns",
    }),
    brands: Type.Array(Type.Object({ name: text, ...brandFields, updatedAt: timeField }, strict)),
    sites: Type.Array(siteView),
    webhooks: Type.Array(webhookView),
    recoveryCodes: Type.Integer({ description: "how many have not been used" }),
    templates: Type.Array(
      Type.Object(
        {
          id: text,
          isArchived: Type.Boolean(),
          createdAt: timeField,
          versions: Type.Array(
            Type.Object({ version: Type.Integer(), hash: text, createdAt: timeField }, strict),
          ),
        },
        strict,
      ),
    ),
    events: Type.Array(eventSchema),
    usage: Type.Array(dailyUsageSchema, { description: "the days with usage of the last 90" }),
    images: Type.Array(
      Type.Object(
        {
          id: text,
          url: text,
          template: Type.String({ description: "name and version, such as `blog@1`" }),
          data: Type.Record(text, Type.Unknown()),
          brand: Type.Optional(Type.Object({}, { description: "the brand that it was rendered with" })),
          options: Type.Object({ ...recipeOptions, quality: Type.Optional(recipeOptions.quality) }, strict),
          renderedAt: timeField,
          expiresAt: timeField,
        },
        strict,
      ),
      { description: "images of signed links with `exp` are not included" },
    ),
    templateDocuments: Type.Array(Type.Object({ hash: text, document: documentInput }, strict), {
      description: "the documents of all versions, also of deleted templates, by hash",
    }),
  },
  { ...strict, title: "AccountExport" },
);

const time = "2027-01-01T12:00:00.000Z";

/** An example of an export. */
export const exportExample: object = {
  exportedAt: time,
  user: { ...userExample, emailVerified: false, createdAt: time },
  passkeys: [],
  sessions: [],
  apiKeys: [],
  signingKeys: [{ id: "q0Zs3VbNf1xYtR7K", name: "site", hint: "x0Qe", createdAt: time, lastUsedAt: null }],
  assets: [],
  brands: [],
  sites: [],
  webhooks: [webhookExample],
  recoveryCodes: 10,
  templates: [],
  events: [eventExample],
  usage: [],
  images: [
    {
      id: "Ab3dEf6hIj9lMn2pQr5tUv8xYz1bCd4f",
      url: "https://og.example.com/og/Ab3dEf6hIj9lMn2pQr5tUv8xYz1bCd4f.png",
      template: "blog@1",
      data: { title: "Hello" },
      options: { width: 1200, height: 630, format: "png" },
      renderedAt: time,
      expiresAt: "2028-01-01T12:00:00.000Z",
    },
  ],
  templateDocuments: [],
};
