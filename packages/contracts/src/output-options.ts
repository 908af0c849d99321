import Type, { type Static } from "typebox";
import { canonicalLocale, isKnownLanguage, suggestLanguage } from "./locale.ts";
import { imageFormatNames, imageFormats, type ImageFormat } from "./image-formats.ts";
import type { Warning } from "./render-job.ts";

const defaults = { width: 1200, height: 630, format: "png", quality: 90, cache: true } as const;

const formatsWithQuality = imageFormatNames.filter((name) => imageFormats[name].hasQuality);

/** The schema of `options` of a generate request. */
export const outputOptions = Type.Object(
  {
    width: Type.Optional(
      Type.Integer({ minimum: 200, maximum: 2048, default: defaults.width, description: "pixels" }),
    ),
    height: Type.Optional(
      Type.Integer({ minimum: 200, maximum: 2048, default: defaults.height, description: "pixels" }),
    ),
    format: Type.Optional(Type.Enum(imageFormatNames, { default: defaults.format })),
    quality: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: defaults.quality,
        description: `applies to ${formatsWithQuality.join(" and ")}`,
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

/** Output options with every default applied. */
export interface ResolvedOptions {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: ImageFormat;
  /** 1 to 100; always 100 for formats without quality, so that it can't distinguish two images. */
  quality: number;
  cache: boolean;
  /** The name of a brand. */
  brand?: string;
  /** A canonical BCP 47 tag. */
  locale?: string;
}

/**
 * Warnings about options without an effect: a quality that differs from the default, for a format without quality, and the
 * tag of an unknown language. They belong to a request, not to its image.
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
  if (quality === undefined || quality === defaults.quality || imageFormats[format].hasQuality) return [];
  const message = `\`quality\` has no effect on ${format}. Leave it out, or request ${formatsWithQuality.join(" or ")}.`;
  return [{ code: "option_ignored", field: "options/quality", message }];
}

/** Applies the defaults. The options must be valid. */
export function resolveOptions(options: Static<typeof outputOptions> = {}): ResolvedOptions {
  const resolved = { ...defaults, ...options };
  return {
    ...resolved,
    ...(resolved.locale !== undefined && { locale: canonicalLocale(resolved.locale) }),
    quality: imageFormats[resolved.format].hasQuality ? resolved.quality : 100,
  };
}
