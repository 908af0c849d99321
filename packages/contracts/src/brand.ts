import Type, { type Static } from "typebox";
import { fontAsset, imageAsset } from "./asset.ts";
import { exactObject } from "./schema.ts";

const color = Type.Optional(Type.String({ pattern: "^#[0-9a-f]{6}$" }));

/** The schema of the colors of a brand, as recipes contain them. */
export const brandColors = exactObject({
  ground: color,
  ink: color,
  muted: color,
  accent: color,
  onAccent: color,
  secondary: color,
});

/**
 * The colors of a brand as `#rrggbb`. `ground` is behind everything, `ink` for headlines, `muted` for other
 * text. `accent` is for colored text and fills, `onAccent` for text on it. `secondary` is for templates that
 * use it. Absent ones are derived from the others.
 */
export type BrandColors = Readonly<Static<typeof brandColors>>;

export const brandColorRoles = Object.keys(brandColors.properties) as (keyof BrandColors)[];

const brandFont = Type.Union([fontAsset, exactObject({ family: Type.String() })]);

/** A font of a brand: an asset, or a family that comes with Placard. */
export type BrandFont = Readonly<Static<typeof brandFont>>;

/** The size and the side of a logo, as recipes and requests contain them. */
export const logoSizes = ["small", "medium", "large"] as const;
export const logoPlaces = ["start", "end"] as const;

/** What is drawn on the ground instead of a template's own shapes. */
export const decorations = ["none", "dots", "grid", "lines", "glow"] as const;

export const brand = exactObject({
  colors: Type.Optional(brandColors),
  logo: Type.Optional(
    exactObject({
      onLight: Type.Optional(imageAsset),
      onDark: Type.Optional(imageAsset),
      size: Type.Optional(Type.Enum([...logoSizes])),
      place: Type.Optional(Type.Enum([...logoPlaces])),
      /** Whether cards show the logo without the domain. */
      isAlone: Type.Optional(Type.Boolean()),
    }),
  ),
  /** The domain that is shown on cards: `example.com`. */
  site: Type.Optional(Type.String()),
  /** The name that is shown on cards. */
  displayName: Type.Optional(Type.String()),
  fonts: Type.Optional(exactObject({ heading: Type.Optional(brandFont), body: Type.Optional(brandFont) })),
  /** Behind the text: a color that the ground turns into at its lower edge, or an image. */
  background: Type.Optional(exactObject({ gradient: color, image: Type.Optional(imageAsset) })),
  decoration: Type.Optional(Type.Enum([...decorations])),
  /** The typography of headlines. `letterSpacing` is in em. */
  heading: Type.Optional(
    exactObject({ weight: Type.Optional(Type.Integer()), letterSpacing: Type.Optional(Type.Number()) }),
  ),
});

/** The look of an account's cards. A recipe contains a copy, so a later change does not affect its link. */
export type Brand = Readonly<Static<typeof brand>>;

/** The name in `options.brand` that stands for no brand. */
export const noBrandName = "none";

/** The name of the brand of requests that name none, if the account has a brand with this name. */
export const defaultBrandName = "default";
