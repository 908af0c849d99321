import Type, { type Static } from "typebox";
import { verificationPlaces } from "./site-verification.ts";
import { nullableTimeField, timeField } from "../http/present.ts";
import type { Site } from "./site-store.ts";
import { exactObject } from "@placard/contracts";

const settingFields = {
  template: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "the template of all cards, `ID` or `ID@version`; by default, the type of each page determines a built-in one",
    }),
  ),
  brand: Type.Optional(
    Type.String({ maxLength: 40, description: "the name of a brand; by default, the brand named `default`" }),
  ),
  map: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.String({ minLength: 1, maxLength: 200 }), {
      maxProperties: 50,
      description:
        "fields of `template`, and the metadata that each one gets, such as `title` or `jsonLd.offers.price`; by default, by the names of the fields",
    }),
  ),
};
const domainField = Type.String({
  maxLength: 300,
  description: "the host name of the site, such as `blog.example.com`",
});
export const newSite = exactObject({ domain: domainField, ...settingFields }, { title: "NewSite" });
export const siteSettings = exactObject(settingFields, { title: "SiteSettings" });
/** How the cards of a site look. */
export type SiteSettings = Static<typeof siteSettings>;

export const siteIdField = Type.String({ pattern: "^[0-9A-Za-z]{16}$", examples: ["q0Zs3VbNf1xYtR7K"] });

const tokenField = Type.String({ examples: ["placard-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4"] });

/** The members of a site in a response. */
const siteFields = {
  id: siteIdField,
  domain: Type.String({ examples: ["blog.example.com"] }),
  ...settingFields,
  imageUrl: Type.String({
    description: "the start of the links of its images: append the path of a page, and an extension",
    examples: ["https://og.example.com/og/page/q0Zs3VbNf1xYtR7K"],
  }),
  verification: exactObject(
    {
      dns: exactObject(
        { name: Type.String({ examples: ["_placard.blog.example.com"] }), value: tokenField },
        { description: "a TXT record" },
      ),
      file: exactObject(
        {
          url: Type.String({ examples: ["https://blog.example.com/.well-known/placard.txt"] }),
          content: tokenField,
        },
        { description: "a text file" },
      ),
    },
    { description: "where the domain can prove that it belongs to the account: one is enough" },
  ),
  createdAt: timeField,
  verifiedAt: nullableTimeField,
};
/** The schema of a site, in a response. */
export const siteView = exactObject(siteFields, { title: "Site" });
export const siteList = exactObject({ sites: Type.Array(siteView) });
const verificationCheck = exactObject({
  method: Type.Enum(["dns", "file"]),
  isFound: Type.Boolean(),
  message: Type.String({
    description: "what was found, and how to fix it",
    examples: ["_placard.blog.example.com has the TXT record."],
  }),
});
/** Whether the token was found in one place. */
export type VerificationCheck = Static<typeof verificationCheck>;
/** The schema of a site and what its verification found. */
export const verifiedSite = exactObject(
  {
    ...siteFields,
    checks: Type.Array(verificationCheck),
  },
  { title: "SiteVerification" },
);

/** The schema of the request that purges pages. */
export const purgeRequest = exactObject(
  {
    path: Type.Optional(
      Type.String({
        maxLength: 2_048,
        description: "the path of a page, as in its URL; by default, all pages of the site",
      }),
    ),
  },
  { title: "PurgeRequest" },
);

/** A site with what its schema has besides its own members. */
export function describeSite(site: Site, publicUrl: string) {
  const imageUrl = `${publicUrl}/og/page/${site.id}`;
  return { ...site, ...site.settings, imageUrl, verification: verificationPlaces(site) };
}
