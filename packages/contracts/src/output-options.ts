import Type, { type Static } from "typebox";
import { canonicalLocale, isKnownLanguage } from "./locale.ts";
import {
  imageFormatNames,
  imageFormats,
  outputFormatNames,
  outputFormats,
  type OutputFormat,
} from "./image-formats.ts";
import type { Warning } from "./warnings.ts";
import type { FieldError } from "./validator.ts";
import { exactObject } from "./schema.ts";

const defaults = { width: 1200, height: 630, format: "png", quality: 90, cache: true } as const;

const formatsWithQuality = imageFormatNames.filter((name) => imageFormats[name].hasQuality);

/** The longest side of an image at scale 1, in pixels. */
const maxLength = 2048;

/** The pixels of an image at most, at every scale. */
const maxPixels = maxLength * maxLength;

/** The options that every recipe has. */
const alwaysSet = {
  width: Type.Integer({
    minimum: 200,
    maximum: maxLength,
    default: defaults.width,
    description: "pixels",
  }),
  height: Type.Integer({
    minimum: 200,
    maximum: maxLength,
    default: defaults.height,
    description: "pixels",
  }),
  format: Type.Enum(outputFormatNames, {
    default: defaults.format,
    description: "`auto` chooses PNG or JPEG, whichever is smaller for the card",
  }),
  quality: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: defaults.quality,
    description: `applies to ${formatsWithQuality.join(" and ")}; from 90 on, a WebP of a card without photos keeps every pixel`,
  }),
};

/** The options that recipes have if they make a difference. */
const sometimesSet = {
  scale: Type.Optional(
    Type.Enum([1, 2], {
      default: 1,
      description:
        "`2` draws everything twice as large: a card of 1200×630 has 2400×1260 pixels. An image has at most 4,194,304 pixels, which are 1024×1024 at scale 2",
    }),
  ),
  maxBytes: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: 10_000_000,
      description:
        "the largest file, in bytes: the quality is reduced until it fits, at most to 1. If it can't fit, the image has the warning `over_budget`",
    }),
  ),
  locale: Type.Optional(
    Type.String({
      format: "language-tag",
      maxLength: 35,
      description:
        "the language of the card, a BCP 47 tag such as `de` or `pt-BR`; by default it is detected by the script of the title",
    }),
  ),
};

/** The options about the content of a card, which recipes have if they make a difference. */
const cardOptions = {
  layout: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "one of the template's `layouts`; by default it is chosen by the content",
    }),
  ),
  focus: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: "object",
      maxProperties: 24,
      additionalProperties: { type: "string", format: "position" },
      description:
        'what stays visible when an image is cropped: an object from image fields to positions as in `object-position`, such as `{"cover": "50% 20%"}` or `{"speakers/0/photo": "top"}`. In readable links it is written as JSON',
    }),
  ),
};

/**
 * The options that are a part of recipes, and so of the identity of an image. To add an option, add it above:
 * requests, recipes, signed links, the client's types and docs/api.md derive from it.
 */
export const recipeOptions = { ...alwaysSet, ...sometimesSet, ...cardOptions };

/** The schema of `options` of a generate request. */
export const outputOptions = exactObject(
  {
    ...Type.Partial(Type.Object(alwaysSet)).properties,
    ...sometimesSet,
    ...cardOptions,
    brand: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          "the name of a brand of the account; by default the brand named `default`, if there is one; `none` stands for no brand",
      }),
    ),
    cache: Type.Optional(
      Type.Boolean({
        default: defaults.cache,
        description: "`false` renders a new image with a new ID, under a link that no other request receives",
      }),
    ),
  },
  { title: "OutputOptions" },
);

type OutputOptions = Static<typeof outputOptions>;

/** The most sizes of one generate request. */
export const maxSizes = 8;

/**
 * The schema of `options` of a generate request: for one image, or for one image of each of several sizes.
 */
export const generateOptions = exactObject(
  {
    ...outputOptions.properties,
    sizes: Type.Optional(
      Type.Array(
        exactObject({
          width: Type.Integer({ ...alwaysSet.width, default: undefined }),
          height: Type.Integer({ ...alwaysSet.height, default: undefined }),
        }),
        {
          minItems: 1,
          maxItems: maxSizes,
          description: "instead of `width` and `height`: one image of each size, and their meta tags",
        },
      ),
    ),
  },
  { title: "GenerateOptions" },
);

/**
 * Output options with every default applied. `quality` is 100 for formats without quality, so that it can't
 * distinguish two images. `locale` is a canonical BCP 47 tag. `scale` is absent if it is 1.
 */
export type ResolvedOptions = Required<Pick<OutputOptions, keyof typeof defaults>> &
  Omit<OutputOptions, keyof typeof defaults>;

/**
 * Warnings about options without an effect: a quality for a format without quality, and the tag of an unknown
 * language. They belong to a request, not to its image.
 */
export function listIgnoredOptions(options: OutputOptions = {}): Warning[] {
  return [...qualityWarnings(options), ...localeWarnings(options)];
}

function localeWarnings({ locale }: OutputOptions): Warning[] {
  if (locale === undefined || isKnownLanguage(locale)) return [];
  const message = `\`${locale}\` is not the tag of a known language, so that it has no effect on dates. Use a tag such as \`de\` or \`pt-BR\`.`;
  return [{ code: "option_ignored", field: "options/locale", message }];
}

function qualityWarnings({ format = defaults.format, quality }: OutputOptions): Warning[] {
  if (quality === undefined || quality === defaults.quality || outputFormats[format].hasQuality) return [];
  const message = `\`quality\` has no effect on ${format}. Leave it out, or request ${formatsWithQuality.join(" or ")}.`;
  return [{ code: "option_ignored", field: "options/quality", message }];
}

/** The errors of options that are valid one by one: an image with too many pixels. */
export function listOptionErrors({
  width = defaults.width,
  height = defaults.height,
  scale = 1,
}: OutputOptions = {}): FieldError[] {
  if (width * height * scale ** 2 <= maxPixels) return [];
  const limit = (maxPixels / scale ** 2).toLocaleString("en");
  const message = `must be 1 for a card of ${width}×${height}: at scale ${scale}, width × height can be at most ${limit} pixels, such as 1200×630 or 1024×1024`;
  return [{ path: "/options/scale", message }];
}

/** The options that differ from their default, for a request of the image that has them. */
export function withoutDefaults(options: Omit<ResolvedOptions, "cache" | "brand">): Partial<OutputOptions> {
  const hasDefault = ([name, value]: [string, unknown]) =>
    value === defaults[name as keyof typeof defaults] ||
    (name === "quality" && !outputFormats[options.format].hasQuality);
  return Object.fromEntries(Object.entries(options).filter((option) => !hasDefault(option)));
}

/** Applies the defaults. The options must be valid. */
export function resolveOptions(options: OutputOptions = {}): ResolvedOptions {
  const { scale, ...resolved } = { ...defaults, ...options };
  return {
    ...resolved,
    ...(scale === 2 && { scale }),
    ...(resolved.locale !== undefined && { locale: canonicalLocale(resolved.locale) }),
    quality: outputFormats[resolved.format].hasQuality ? resolved.quality : 100,
  };
}

/** The options of a request for a recipe's image. The recipe has only the brand's value, so add its name. */
export function optionsOfRecipe(recipe: Readonly<Record<string, unknown>>, brand?: string): OutputOptions {
  const names = Object.keys(recipeOptions) as (keyof typeof recipeOptions)[];
  const used = names.filter((name) => {
    const hasQuality = outputFormats[recipe["format"] as OutputFormat].hasQuality;
    return recipe[name] !== undefined && (name !== "quality" || hasQuality);
  });
  const options = Object.fromEntries(used.map((name) => [name, recipe[name]]));
  return { ...options, ...(brand !== undefined && { brand }) };
}
