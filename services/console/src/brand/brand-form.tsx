import { completeColors, isLightGround } from "@placard/templates/brand-palette";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Choice } from "../components/choice.tsx";
import { Checkbox, SelectField, TextField } from "../components/fields.tsx";
import { Form } from "../components/form.tsx";
import { Fold } from "../components/page.tsx";
import { AssetField } from "./asset-field.tsx";
import {
  colorRoles,
  groundOf,
  readDraft,
  toneOf,
  type BrandDraft,
  type BrandField,
  type ColorRole,
  type Tone,
} from "./brand-draft.ts";
import { hardToSee, type Preview } from "./brand-previews.tsx";
import { colorLabels } from "./color-labels.ts";
import { ColorField } from "./color-field.tsx";
import { ContrastList } from "./contrast-list.tsx";
import { FontField } from "./font-field.tsx";

const colorHints: Readonly<Record<ColorRole, string>> = {
  accent: "Your brand color: labels, lines and shapes.",
  secondary: "Another color, for cards that you design.",
  ground: "Behind everything.",
  ink: "The most important text.",
  muted: "Descriptions, dates and names.",
  onAccent: "For example, in a label.",
};

type Options = readonly (readonly [value: string, label: string])[];

const asDesigned = ["", "As designed"] as const;
const weights: Options = [
  asDesigned,
  ...["100", "200", "300", "400", "500", "600", "700", "800", "900"].map(
    (weight) => [weight, weight] as const,
  ),
];
const spacings: Options = [
  asDesigned,
  ["-0.04", "Tight"],
  ["-0.02", "Slightly tight"],
  ["0", "Normal"],
  ["0.04", "Wide"],
];
const logoSizes: Options = [
  ["small", "Small"],
  ["", "Medium"],
  ["large", "Large"],
];
const decorations: Options = [
  asDesigned,
  ["none", "None"],
  ["dots", "Dots"],
  ["grid", "Grid"],
  ["lines", "Lines"],
  ["glow", "Glow"],
];
const logoPlaces: Options = [
  ["start", "At the start"],
  ["", "At the end"],
];

/** The form of a brand. Its short form has only name, two colors, logo and one font. */
export function BrandForm({
  draft,
  previews = [],
  isShort = false,
  onSubmit,
  children,
}: {
  draft: Signal<BrandDraft>;
  /** The rendered cards. */
  previews: readonly Preview[] | undefined;
  isShort?: boolean;
  onSubmit: () => Promise<void>;
  /** The buttons. */
  children: ComponentChildren;
}) {
  const entered = draft.value;
  const complete = completeDraft(entered);
  const isLogoHidden = [...hardToSee(previews)].some((field) => field.startsWith("brand/logo/"));
  const hiddenLogo = isLogoHidden && complete && (isLightGround(complete.ground) ? "onLight" : "onDark");
  const setter =
    (name: BrandField) =>
    (text = "") =>
      (draft.value = { ...draft.value, [name]: text });
  const textField = (name: BrandField, label: string, maxLength: number, placeholder = "") => (
    <TextField
      name={name}
      label={label}
      autocomplete="off"
      maxLength={maxLength}
      placeholder={placeholder}
      value={entered[name]}
      onText={(text) => setter(name)(text)}
    />
  );
  const colorField = (name: ColorRole | "gradient", label: string, hint: string) => (
    <ColorField
      key={name}
      name={name}
      label={label}
      hint={hint}
      text={entered[name]}
      derived={name === "gradient" ? undefined : complete?.[name]}
      onChange={setter(name)}
    />
  );
  const imageField = (name: BrandField, label: string, look?: "on-light" | "on-dark") => (
    <AssetField
      accept="image/png,image/jpeg,image/webp,image/svg+xml"
      hint="SVG, PNG, WebP or JPEG."
      warning={name === hiddenLogo && "The logo is hard to see on your cards. Choose another one."}
      label={label}
      look={look}
      assetId={entered[name] || undefined}
      onChange={setter(name)}
    />
  );
  const choice = (name: BrandField, label: string, options: Options, hint?: string) => (
    <SelectField
      name={name}
      label={label}
      options={options}
      value={entered[name]}
      hint={hint}
      onText={setter(name)}
    />
  );
  const fontField = (name: BrandField, label: string) => (
    <FontField name={name} label={label} value={entered[name] || undefined} onChange={setter(name)} />
  );
  const contrast = complete && <ContrastList colors={complete} />;

  return (
    <Form class="card brand-form" label="Brand" onSubmit={onSubmit}>
      {isShort ? (
        <>
          {textField("displayName", "Brand name", 80)}
          {colorField("accent", "Brand color", colorHints.accent)}
          {colorField("secondary", colorLabels.secondary, colorHints.secondary)}
          <fieldset class="field">
            <legend>Background</legend>
            <Choice<Tone | "">
              name="brand-tone"
              options={[
                ["", "Automatic"],
                ["light", "Light"],
                ["dark", "Dark"],
              ]}
              selected={toneOf(entered) ?? ""}
              onSelect={(tone) => setter("ground")(tone && groundOf(entered, tone))}
            />
          </fieldset>
          {imageField("onLight", "Logo", "on-light")}
          {(hiddenLogo === "onDark" || entered.onDark) &&
            imageField("onDark", "Logo on dark backgrounds", "on-dark")}
          {fontField("headingFont", "Font of headlines")}
          {contrast}
        </>
      ) : (
        <>
          <div class="field-grid">
            {textField("displayName", "Brand name", 80)}
            {textField("site", "Website", 253, "example.com")}
          </div>
          <fieldset>
            <legend>Colors</legend>
            <p class="hint">Set any of them. The others are derived, so that text is readable.</p>
            <div class="field-grid">
              {colorRoles.map((role) => colorField(role, colorLabels[role], colorHints[role]))}
            </div>
            {complete === undefined && (
              <p class="hint">Without colors, each card has a palette that is derived from its content.</p>
            )}
            {contrast}
          </fieldset>
          <Fold title="Gradient and decoration">
            <div class="field-grid">
              {colorField("gradient", "Gradient to", "The color at the lower edge.")}
              {choice("decoration", "Decoration", decorations)}
              {imageField("image", "Background image")}
            </div>
          </Fold>
          <Fold title="Logo">
            <div class="field-grid">
              {imageField("onLight", "On light backgrounds", "on-light")}
              {imageField("onDark", "On dark backgrounds", "on-dark")}
              {choice("size", "Size of the logo", logoSizes)}
              {choice(
                "place",
                "Place of the logo",
                logoPlaces,
                "In the first row of the built-in templates. In your own templates, move it in the editor.",
              )}
              <Checkbox
                name="isAlone"
                checked={entered.isAlone !== ""}
                onChange={() => setter("isAlone")(entered.isAlone ? "" : "true")}
              >
                Show the logo without the website
              </Checkbox>
            </div>
          </Fold>
          <Fold title="Fonts">
            <div class="field-grid">
              {fontField("headingFont", "Font of headlines")}
              {fontField("bodyFont", "Font of other text")}
              {choice("weight", "Weight of headlines", weights)}
              {choice("letterSpacing", "Letter spacing of headlines", spacings)}
            </div>
          </Fold>
        </>
      )}
      <div class="buttons bottom-bar">{children}</div>
    </Form>
  );
}

/** All colors of the brand. Undefined if none was entered; null if a text is not a color. */
function completeDraft(draft: BrandDraft) {
  try {
    return completeColors(readDraft(draft).colors as Parameters<typeof completeColors>[0]);
  } catch {
    return null; // the field shows that its color is not valid
  }
}
