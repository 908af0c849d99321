import {
  AppError,
  brandColorRoles,
  decorations,
  compileValidator,
  fontAsset,
  imageAsset,
  normalizeText,
  type Brand,
  type BrandColors,
  type FieldError,
  type BrandFont,
  type ImageAsset,
  logoPlaces,
  logoSizes,
  exactObject,
} from "@placard/contracts";
import { bundledFont, bundledFonts } from "@placard/templates/bundled-fonts";
import Type from "typebox";
import type { Asset, Assets } from "../assets/asset-store.ts";

const colorDescriptions = {
  ground: "behind everything",
  ink: "headlines",
  muted: "supporting text",
  accent: "colored text, and fills of labels and highlights",
  onAccent: "text on `accent`",
  secondary: "the variable `--secondary` of templates; by default the accent",
} as const satisfies Record<keyof BrandColors, string>;
const colorField = (description: string) =>
  Type.Optional(Type.String({ format: "opaque-color", description }));
const color = (role: keyof BrandColors) => colorField(colorDescriptions[role]);
const assetId = (description: string) => Type.Optional(Type.String({ maxLength: 64, description }));
const fontNames = bundledFonts.map(({ family }) => family);
const fontField = Type.Optional(
  Type.String({ maxLength: 64, description: `asset ID of a font, or one of ${fontNames.join(", ")}` }),
);
const text = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

/** What a brand is made of, in requests and responses. */
export const brandFields = {
  colors: Type.Optional(
    exactObject(
      {
        ground: color("ground"),
        ink: color("ink"),
        muted: color("muted"),
        accent: color("accent"),
        onAccent: color("onAccent"),
        secondary: color("secondary"),
      },
      { description: "CSS colors such as `#1a2b3c`; absent ones are derived from the others" },
    ),
  ),
  logo: Type.Optional(
    exactObject(
      {
        onLight: assetId("asset ID, for light grounds"),
        onDark: assetId("asset ID, for dark grounds"),
        size: Type.Optional(Type.Enum([...logoSizes], { description: "by default `medium`" })),
        place: Type.Optional(
          Type.Enum([...logoPlaces], {
            description: "the end of the row that it shares with data, which is the default, or the start",
          }),
        ),
        isAlone: Type.Optional(
          Type.Boolean({ description: "whether cards show the logo without the domain; by default not" }),
        ),
      },
      { description: "if there is only one, it is used on every ground" },
    ),
  ),
  site: text("shown on cards, such as `example.com`"),
  displayName: text("shown on cards"),
  fonts: Type.Optional(exactObject({ heading: fontField, body: fontField })),
  background: Type.Optional(
    exactObject({
      gradient: colorField("a color that the ground turns into at its lower edge"),
      image: assetId("asset ID of an image that covers the ground"),
    }),
  ),
  decoration: Type.Optional(
    Type.Enum([...decorations], {
      description: "what is drawn on the ground, instead of the shapes of the built-in templates",
    }),
  ),
  heading: Type.Optional(
    exactObject(
      {
        weight: Type.Optional(Type.Integer({ minimum: 100, maximum: 900, multipleOf: 100 })),
        letterSpacing: Type.Optional(
          Type.Number({ minimum: -0.1, maximum: 0.3, description: "in em, such as -0.02" }),
        ),
      },
      { description: "the typography of headlines; by default that of the template" },
    ),
  ),
};
/** The schema of a brand in a request. */
export const brandInput = exactObject(brandFields, { title: "BrandSettings" });

const validateInput = compileValidator(brandInput);

/**
 * Reads a brand in a request: normalized, with what cards need of its assets. `place` is the JSON pointer of
 * the brand in the body. Rejects with AppError `validation_failed`.
 */
export type ReadBrand = (owner: string, input: unknown, place?: string) => Promise<Brand>;

export function createReadBrand(assets: Pick<Assets, "find">): ReadBrand {
  return async (owner, given, place = "") => {
    const invalid = (details: readonly FieldError[], moreDetails = 0) =>
      new AppError("validation_failed", {
        details: details.map(({ path, ...detail }) => ({ path: `${place}${path}`, ...detail })),
        moreDetails,
      });
    const checked = validateInput(given);
    if (!checked.ok) throw invalid(checked.errors, checked.moreErrors);
    const input = checked.value;
    const errors: FieldError[] = [];
    const find = async <T>(
      id: string | undefined,
      path: string,
      convert: (asset: Asset) => T | undefined,
    ) => {
      if (id === undefined || id === "") return undefined;
      const asset = await assets.find(owner, id);
      const converted = asset && convert(asset);
      if (!converted)
        errors.push({
          path,
          message:
            path.startsWith("/logo") || path.startsWith("/background")
              ? "is not the ID of an image of this account; upload the file first"
              : `is neither the ID of a font of this account nor one of ${fontNames.join(", ")}; upload the file first`,
        });
      return converted;
    };
    const findFont = async (name: string | undefined, path: string): Promise<BrandFont | undefined> => {
      const bundled = name === undefined ? undefined : bundledFont(name);
      return bundled ? { family: bundled.family } : find(name, path, toFontAsset);
    };
    const { colors = {}, logo = {}, site = "", displayName = "", fonts = {}, heading: type = {} } = input;
    const { background = {}, decoration } = input;
    const [onLight, onDark, image, heading, body] = await Promise.all([
      find(logo.onLight, "/logo/onLight", toImageAsset),
      find(logo.onDark, "/logo/onDark", toImageAsset),
      find(background.image, "/background/image", toImageAsset),
      findFont(fonts.heading, "/fonts/heading"),
      findFont(fonts.body, "/fonts/body"),
    ]);
    if (errors.length > 0) throw invalid(errors);
    const normalized = brandColorRoles.flatMap((role) => {
      const value = colors[role];
      return value === undefined ? [] : [[role, normalizeColor(value)] as const];
    });
    const [siteText, nameText] = [normalizeText(site), normalizeText(displayName)];
    const ownLogo = {
      ...(onLight && { onLight }),
      ...(onDark && { onDark }),
      ...(logo.size && { size: logo.size }),
      ...(logo.place && { place: logo.place }),
      ...(logo.isAlone !== undefined && { isAlone: logo.isAlone }),
    };
    const gradient = background.gradient && normalizeColor(background.gradient);
    return {
      ...(normalized.length > 0 && { colors: Object.fromEntries(normalized) }),
      ...(Object.keys(ownLogo).length > 0 && { logo: ownLogo }),
      ...(siteText !== "" && { site: siteText }),
      ...(nameText !== "" && { displayName: nameText }),
      ...((heading ?? body) && { fonts: { ...(heading && { heading }), ...(body && { body }) } }),
      ...(Object.keys(type).length > 0 && { heading: type }),
      ...((gradient ?? image) && { background: { ...(gradient && { gradient }), ...(image && { image }) } }),
      ...(decoration && { decoration }),
    };
  };
}

const isImage = compileValidator(imageAsset);
const isFont = compileValidator(fontAsset);

function toImageAsset({ size: _size, createdAt: _createdAt, ...asset }: Asset): ImageAsset | undefined {
  const checked = isImage(asset);
  return checked.ok ? checked.value : undefined;
}

function toFontAsset({ id, contentType, font }: Asset): BrandFont | undefined {
  const checked = isFont({ id, contentType, ...font });
  return checked.ok ? checked.value : undefined;
}

/** `#abc` as `#aabbcc`, in lower case. */
function normalizeColor(value: string): string {
  const digits = value.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}
