import { completeColors } from "@placard/templates/brand-palette";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Choice } from "../components/choice.tsx";
import { Checkbox, SelectField, TextField } from "../components/fields.tsx";
import { Form } from "../components/form.tsx";
import { Fold } from "../components/page.tsx";
import { AssetField } from "./asset-field.tsx";
import {
  colorRoles,
  readColors,
  toneOf,
  withTone,
  type BrandDraft,
  type ColorRole,
  type Tone,
} from "./brand-draft.ts";
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

const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900].map((weight) => [`${weight}`, `${weight}`]);
const spacings = [
  ["-0.04", "Tight"],
  ["-0.02", "Slightly tight"],
  ["0", "Normal"],
  ["0.04", "Wide"],
];
const logoSizes = [
  ["small", "Small"],
  ["", "Medium"],
  ["large", "Large"],
];
const decorations = [
  ["", "Shapes of the template"],
  ["none", "None"],
  ["dots", "Dots"],
  ["grid", "Grid"],
  ["lines", "Lines"],
  ["glow", "Glow"],
];
const logoPlaces = [
  ["start", "At the start"],
  ["", "At the end"],
];

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
  const { displayName, site, colors, logo, fonts, heading, background, decoration } = draft.value;
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
  const logoField = (name: "onLight" | "onDark", label: string) => (
    <AssetField
      {...image}
      label={label}
      look={name === "onLight" ? "on-light" : "on-dark"}
      assetId={logo[name]}
      onChange={(id) => change({ logo: withMember(draft.value.logo, name, id) })}
    />
  );
  const choice = (name: string, label: string, options: string[][], value: ChoiceValue, onText: OnText) => {
    const text = String(value ?? "");
    const all = options.some(([option]) => option === text) ? options : [...options, [text, text]];
    return (
      <SelectField
        name={name}
        label={label}
        options={all as [string, string][]}
        value={text}
        onText={onText}
      />
    );
  };
  const logoChoice = (name: "size" | "place", label: string, options: string[][]) =>
    choice(name, label, options, logo[name], (text) =>
      change({ logo: withMember(draft.value.logo, name, text || undefined) }),
    );
  const headingChoice = (name: keyof BrandDraft["heading"], label: string, options: string[][]) =>
    choice(name, label, [["", "As designed"], ...options], heading[name], (text) =>
      change({ heading: withMember(draft.value.heading, name, text === "" ? undefined : Number(text)) }),
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
      <TextField
        name="displayName"
        label="Brand name"
        autocomplete="off"
        maxLength={80}
        value={displayName}
        onText={(text) => change({ displayName: text })}
      />
      {isShort ? (
        <>
          {colorField("accent", "Brand color")}
          <fieldset>
            <legend>Background</legend>
            <Choice<Tone | "">
              name="brand-tone"
              options={[
                ["", "Automatic"],
                ["light", "Light"],
                ["dark", "Dark"],
              ]}
              selected={toneOf(colors) ?? ""}
              onSelect={(tone) => change({ colors: withTone(colors, tone || undefined) })}
            />
          </fieldset>
          {contrast}
          {logoField("onLight", "Logo")}
        </>
      ) : (
        <>
          <TextField
            name="site"
            label="Website"
            autocomplete="off"
            placeholder="example.com"
            maxLength={253}
            value={site}
            onText={(text) => change({ site: text })}
          />
          <fieldset>
            <legend>Colors</legend>
            <p class="hint">Set any of them. The others are derived, so that text is readable.</p>
            <div class="color-grid">{colorRoles.map((role) => colorField(role))}</div>
            {complete === undefined && (
              <p class="hint">Without colors, each card has a palette that is derived from its content.</p>
            )}
            {contrast}
          </fieldset>
          <Fold title="Background">
            <ColorField
              name="gradient"
              label="Gradient to"
              hint="The color at the lower edge."
              text={background.gradient}
              derived={undefined}
              onChange={(text) => change({ background: { ...draft.value.background, gradient: text } })}
            />
            {choice("decoration", "Decoration", decorations, decoration, (text) =>
              change({ decoration: (text || undefined) as BrandDraft["decoration"] }),
            )}
            <AssetField
              {...image}
              label="Background image"
              assetId={background.image}
              onChange={(id) => change({ background: { ...draft.value.background, image: id } })}
            />
          </Fold>
          <fieldset>
            <legend>Logo</legend>
            {logoField("onLight", "On light backgrounds")}
            {logoField("onDark", "On dark backgrounds")}
            {logoChoice("size", "Size of the logo", logoSizes)}
            {logoChoice("place", "Place of the logo", logoPlaces)}
            <Checkbox
              name="isAlone"
              checked={logo.isAlone ?? false}
              onChange={() =>
                change({ logo: withMember(draft.value.logo, "isAlone", logo.isAlone ? undefined : true) })
              }
            >
              Show the logo without the website
            </Checkbox>
          </fieldset>
          <Fold title="Fonts">
            {fontField("heading", "Font of headlines")}
            {fontField("body", "Font of other text")}
            {headingChoice("weight", "Weight of headlines", weights)}
            {headingChoice("letterSpacing", "Letter spacing of headlines", spacings)}
          </Fold>
        </>
      )}
      <div class="buttons">{children}</div>
    </Form>
  );
}

type ChoiceValue = string | number | undefined;
type OnText = (text: string) => void;

/** An object with a member, or without it if it is undefined. */
function withMember<Values extends object>(values: Values, name: string, value: unknown): Values {
  return Object.fromEntries(
    Object.entries({ ...values, [name]: value }).filter(([, each]) => each !== undefined),
  ) as Values;
}

/** All colors of the brand. Undefined if none was entered; null if one is not valid. */
function completeDraft(colors: BrandDraft["colors"]) {
  try {
    return completeColors(readColors(colors) as Parameters<typeof completeColors>[0]);
  } catch {
    return null; // the field shows that its color is not valid
  }
}
