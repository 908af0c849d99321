import Type, { type Static } from "typebox";
import { canonicalLocale, isKnownLanguage, suggestLanguage } from "./locale.ts";
import {
  imageFormatNames,
  imageFormats,
  outputFormatNames,
  outputFormats,
  type OutputFormat,
} from "./image-formats.ts";
import type { Warning } from "./render-job.ts";
import type { FieldError } from "./validator.ts";

const defaults = { width: 1200, height: 630, scale: 1, format: "png", quality: 90, cache: true } as const;

const formatsWithQuality = imageFormatNames.filter((name) => imageFormats[name].hasQuality);

/** The longest side of an image at scale 1, in pixels. */
const maxLength = 2048;

/** The pixels of an image at most, at every scale. */
const maxPixels = maxLength * maxLength;

/** The schema of `options` of a generate request. */
export const outputOptions = Type.Object(
  {
    width: Type.Optional(
      Type.Integer({ minimum: 200, maximum: maxLength, default: defaults.width, description: "pixels" }),
    ),
    height: Type.Optional(
      Type.Integer({ minimum: 200, maximum: maxLength, default: defaults.height, description: "pixels" }),
    ),
    scale: Type.Optional(
      Type.Enum([1, 2], {
        default: defaults.scale,
        description:
          "`2` draws everything twice as large: a card of 1200×630 has 2400×1260 pixels. An image has at most 4,194,304 pixels, which are 1024×1024 at scale 2",
      }),
    ),
    format: Type.Optional(
      Type.Enum(outputFormatNames, {
        default: defaults.format,
        description: "`auto` chooses PNG or JPEG, whichever is smaller for the card",
      }),
    ),
    quality: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: defaults.quality,
        description: `applies to ${formatsWithQuality.join(" and ")}; from 90 on, a WebP of a card without photos keeps every pixel`,
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
    brand: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          "the name of a brand of the account; by default the brand named `default`, if there is one; `none` stands for no brand",
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
    cache: Type.Optional(
      Type.Boolean({ default: defaults.cache, description: "`false` renders a new image with a new ID" }),
    ),
  },
  { additionalProperties: false, title: "OutputOptions" },
);

const { width: widthOption, height: heightOption } = outputOptions.properties;

/** The most sizes of one generate request. */
export const maxSizes = 8;

/**
 * The schema of `options` of a generate request: those of an image, or of one image for each of several
 * sizes.
 */
export const generateOptions = Type.Object(
  {
    ...outputOptions.properties,
    sizes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            width: Type.Integer({ ...widthOption, default: undefined }),
            height: Type.Integer({ ...heightOption, default: undefined }),
          },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          maxItems: maxSizes,
          description: "instead of `width` and `height`: one image of each size, and their meta tags",
        },
      ),
    ),
  },
  { additionalProperties: false, title: "GenerateOptions" },
);

/** Output options with every default applied. */
export interface ResolvedOptions {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Pixels of the image per pixel of `width` and `height`; absent if it is 1. */
  scale?: 2;
  format: OutputFormat;
  /** 1 to 100; always 100 for formats without quality, so that it can't distinguish two images. */
  quality: number;
  maxBytes?: number;
  cache: boolean;
  /** The name of a brand. */
  brand?: string;
  /** A canonical BCP 47 tag. */
  locale?: string;
}

/**
 * Warnings about options without an effect: a quality that differs from the default, for a format without
 * quality, and the tag of an unknown language. They belong to a request, not to its image.
 */
export function listIgnoredOptions(options: Static<typeof outputOptions> = {}): Warning[] {
  return [...qualityWarnings(options), ...localeWarnings(options)];
}

function localeWarnings({ locale }: Static<typeof outputOptions>): Warning[] {
  if (locale === undefined || isKnownLanguage(locale)) return [];
  const nearest = suggestLanguage(locale);
  const hint = nearest === undefined ? "Use a tag such as `de` or `pt-BR`." : `Did you mean \`${nearest}\`?`;
  const message = `\`${locale}\` is not the tag of a known language, so that it has no effect on dates. ${hint}`;
  return [{ code: "option_ignored", field: "options/locale", message }];
}

function qualityWarnings({ format = defaults.format, quality }: Static<typeof outputOptions>): Warning[] {
  if (quality === undefined || quality === defaults.quality || outputFormats[format].hasQuality) return [];
  const message = `\`quality\` has no effect on ${format}. Leave it out, or request ${formatsWithQuality.join(" or ")}.`;
  return [{ code: "option_ignored", field: "options/quality", message }];
}

/** The errors of options that are valid one by one: an image with too many pixels. */
export function listOptionErrors({
  width = defaults.width,
  height = defaults.height,
  scale = defaults.scale,
}: Static<typeof outputOptions> = {}): FieldError[] {
  if (width * height * scale ** 2 <= maxPixels) return [];
  const limit = (maxPixels / scale ** 2).toLocaleString("en");
  const message = `must be 1 for a card of ${width}×${height}: at scale ${scale}, width × height can be at most ${limit} pixels, such as 1200×630 or 1024×1024`;
  return [{ path: "/options/scale", message }];
}

/** Applies the defaults. The options must be valid. */
export function resolveOptions(options: Static<typeof outputOptions> = {}): ResolvedOptions {
  const { scale, ...resolved } = { ...defaults, ...options };
  return {
    ...resolved,
    ...(scale === 2 && { scale }),
    ...(resolved.locale !== undefined && { locale: canonicalLocale(resolved.locale) }),
    quality: outputFormats[resolved.format].hasQuality ? resolved.quality : 100,
  };
}
