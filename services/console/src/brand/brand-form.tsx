import { completeColors } from "@placard/templates/brand-palette";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { TextField } from "../components/fields.tsx";
import { Form } from "../components/form.tsx";
import { AssetField } from "./asset-field.tsx";
import { colorRoles, readColors, type BrandDraft, type ColorRole } from "./brand-draft.ts";
import { colorLabels } from "./color-labels.ts";
import { ColorField } from "./color-field.tsx";
import { ContrastList } from "./contrast-list.tsx";
import { FontField } from "./font-field.tsx";

const colorHints: Readonly<Record<ColorRole, string>> = {
  accent: "Your brand color: labels, lines and shapes.",
  ground: "Behind everything.",
  ink: "The most important text.",
  muted: "Descriptions, dates and names.",
  onAccent: "For example, in a label.",
};
const image = { accept: "image/png,image/jpeg,image/webp,image/svg+xml", hint: "SVG, PNG, WebP or JPEG." };

/** The form of a brand. Its short form has only name, color and one logo. */
export function BrandForm({
  draft,
  isShort = false,
  onSubmit,
  children,
}: {
  draft: Signal<BrandDraft>;
  isShort?: boolean;
  onSubmit: () => Promise<void>;
  /** The buttons. */
  children: ComponentChildren;
}) {
  const { displayName, site, colors, logo, fonts } = draft.value;
  const change = (changes: Partial<BrandDraft>) => (draft.value = { ...draft.value, ...changes });
  const complete = completeDraft(colors);

  const colorField = (role: ColorRole, label: string = colorLabels[role]) => (
    <ColorField
      key={role}
      name={role}
      label={label}
      hint={colorHints[role]}
      text={colors[role]}
      derived={complete?.[role]}
      onChange={(text) => change({ colors: { ...draft.value.colors, [role]: text } })}
    />
  );
  const logoField = (name: keyof BrandDraft["logo"], label: string) => (
    <AssetField
      {...image}
      label={label}
      look={name === "onLight" ? "on-light" : "on-dark"}
      assetId={logo[name]}
      onChange={(id) => change({ logo: { ...draft.value.logo, [name]: id } })}
    />
  );
  const fontField = (name: keyof BrandDraft["fonts"], label: string) => (
    <FontField
      name={name}
      label={label}
      value={fonts[name]}
      onChange={(font) => change({ fonts: { ...draft.value.fonts, [name]: font } })}
    />
  );
  const contrast = complete && <ContrastList colors={complete} />;

  return (
    <Form class="card brand-form" label="Brand" onSubmit={onSubmit}>
      <div class="field">
        <TextField
          name="displayName"
          label="Brand name"
          autocomplete="off"
          maxLength={80}
          value={displayName}
          onText={(text) => change({ displayName: text })}
        />
      </div>
      {isShort ? (
        <>
          {colorField("accent", "Brand color")}
          {contrast}
          {logoField("onLight", "Logo")}
        </>
      ) : (
        <>
          <div class="field">
            <TextField
              name="site"
              label="Website"
              autocomplete="off"
              placeholder="example.com"
              maxLength={253}
              value={site}
              onText={(text) => change({ site: text })}
            />
          </div>
          <fieldset>
            <legend>Colors</legend>
            <p class="hint">Set any of them. The others are derived, so that text is readable.</p>
            <div class="color-grid">{colorRoles.map((role) => colorField(role))}</div>
            {complete === undefined && (
              <p class="hint">Without colors, each card has a palette that is derived from its content.</p>
            )}
            {contrast}
          </fieldset>
          <fieldset>
            <legend>Logo</legend>
            <div class="pair">
              {logoField("onLight", "On light backgrounds")}
              {logoField("onDark", "On dark backgrounds")}
            </div>
          </fieldset>
          <fieldset>
            <legend>Fonts</legend>
            <div class="pair">
              {fontField("heading", "Font of headlines")}
              {fontField("body", "Font of other text")}
            </div>
          </fieldset>
        </>
      )}
      <div class="buttons">{children}</div>
    </Form>
  );
}

/** All colors of the brand. Undefined if none was entered; null if one is not valid. */
function completeDraft(colors: BrandDraft["colors"]) {
  try {
    return completeColors(readColors(colors) as Parameters<typeof completeColors>[0]);
  } catch {
    return null; // the field shows that its color is not valid
  }
}
