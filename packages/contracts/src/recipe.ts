import { hash, randomBytes } from "node:crypto";
import Type, { type Static } from "typebox";
import { brand as brandSchema } from "./brand.ts";
import { canonicalJson } from "./canonical-json.ts";
import { hashPattern } from "./hash-json.ts";
import { parseJson } from "./json.ts";
import { recipeOptions } from "./output-options.ts";
import type { TemplateData } from "./template-ref.ts";
import { compileValidator, type ValidationResult } from "./validator.ts";
import { exactObject } from "./schema.ts";
import { warning } from "./warnings.ts";

const text = Type.String();
const templateData = Type.Unsafe<TemplateData>(
  Type.Record(
    text,
    Type.Union([text, Type.Array(text), Type.Array(Type.Record(text, text))]) as unknown as typeof text,
  ),
);
const recipeMembers = {
  owner: Type.String({ minLength: 1 }),
  template: exactObject({
    id: text,
    version: Type.Integer({ minimum: 1 }),
    hash: Type.String({ pattern: hashPattern.source }),
  }),
  data: templateData,
  brand: Type.Optional(brandSchema),
  ...recipeOptions,
};
const recipeSchema = exactObject(recipeMembers);

/**
 * Everything that an image is rendered from. The brand is included by value, the data is normalized, and
 * output options have their defaults. Sizes are in pixels before `scale`, which is absent if it is 1.
 * `template.hash` names the document of the template, which never changes. `locale` is a canonical BCP 47
 * tag.
 */
export type Recipe = Readonly<Static<typeof recipeSchema>>;

/** Why an image could not be rendered. A later attempt may succeed after the other failures. */
export const lastingFailures = ["render_failed", "crashed", "gone"] as const;
export type LastingFailure = (typeof lastingFailures)[number];

export function isLasting(failure: string): failure is LastingFailure {
  return lastingFailures.some((each) => each === failure);
}

const renderReport = exactObject({
  requestId: text,
  keyId: Type.Optional(text),
  warnings: Type.Optional(Type.Array(warning)),
  failure: Type.Optional(Type.Enum([...lastingFailures])),
});

/**
 * The last render of an image: the request and the API key, signing key or site that caused it, and the
 * warnings or the failure. It is stored with the recipe, and is no part of the image's identity.
 */
export type RenderReport = Readonly<Static<typeof renderReport>>;

export interface StoredRecipe {
  recipe: Recipe;
  report?: RenderReport | undefined;
}

const validateStored = compileValidator(
  exactObject({ ...recipeMembers, report: Type.Optional(renderReport) }),
);

/** The JSON of a recipe in storage. */
export function formatStoredRecipe({ recipe, report }: StoredRecipe): string {
  return JSON.stringify({ ...recipe, report });
}

/** Parses and checks the JSON of a recipe that was read from storage. */
export function parseStoredRecipe(json: string): ValidationResult<StoredRecipe> {
  const checked = validateStored(parseJson(json));
  if (!checked.ok) return checked;
  const { report, ...recipe } = checked.value;
  return { ok: true, value: { recipe, report } };
}

/**
 * The pattern of image ids: 32 characters of base64url. The first 8 are the owner's tag, so an account's
 * images can be listed by prefix. The other 24 (144 bits) identify the image.
 */
export const imageIdPattern = /^[A-Za-z0-9_-]{32}$/;

const ownerTagLength = 8;
const imageIdLength = 32;

/**
 * The tag of an account, with which the ids of its images start: 48 bits of the SHA-256 of the account id. It
 * doesn't reveal the account id, and two accounts may have the same one.
 */
export function ownerTag(accountId: string): string {
  return sha256(accountId).slice(0, ownerTagLength);
}

export function ownerTagOf(imageId: string): string {
  return imageId.slice(0, ownerTagLength);
}

/**
 * The ID of a recipe's image, the same on every gateway. Any difference in the recipe changes it, except the
 * template's version number and the order of data fields. Account IDs can't be guessed, so nobody can derive
 * the ID of another account's image. With `expiresAt` (epoch ms), the ID differs from the permanent image's.
 */
export function deriveImageId(recipe: Recipe, expiresAt?: number): string {
  const { id, hash: document } = recipe.template;
  return toImageId(recipe.owner, sha256(canonicalJson({ ...recipe, template: { id, document }, expiresAt })));
}

/** A random id, for an image of an account that is not shared between requests. */
export function randomImageId(owner: string): string {
  return toImageId(owner, randomBytes(24).toString("base64url"));
}

function toImageId(owner: string, rest: string): string {
  return (ownerTag(owner) + rest).slice(0, imageIdLength);
}

function sha256(value: string): string {
  return hash("sha256", value, "base64url");
}
