import type { BrandColors, BrandSettings } from "@placard/client";
import { completeColors } from "@placard/templates/brand-palette";
import { createElement } from "../elements.ts";
import { createAssetField, type AssetField } from "./asset-field.ts";
import { createColorField } from "./color-field.ts";
import { createContrastList, withoutUndefined } from "./contrast-list.ts";

/** The form for a brand. */
export interface BrandForm {
  element: HTMLFormElement;
  /**
   * Returns the brand as entered.
   * @throws Error if a color is not valid
   */
  read: () => BrandSettings;
  /** Replaces everything in the form. */
  show: (brand: BrandSettings) => void;
  /** Disables all controls while the brand is loaded, because `show` would replace what is entered meanwhile. */
  setDisabled: (isDisabled: boolean) => void;
}

const colorTexts = {
  accent: ["Accent", "Your brand color: labels, lines and shapes."],
  ground: ["Background", "Behind everything."],
  ink: ["Headlines", "The most important text."],
  muted: ["Supporting text", "Descriptions, dates and names."],
  onAccent: ["Text on the accent", "For example, in a label."],
} as const;
const roles = Object.keys(colorTexts) as (keyof typeof colorTexts)[];

const imageTypes = "image/png,image/jpeg,image/webp,image/svg+xml";
const imageHint = "SVG, PNG, WebP or JPEG.";
const fontTypes = ".woff2,.ttf,.otf,font/woff2,font/ttf,font/otf";

/**
 * Creates the form.
 * @param idPrefix of the ids of all fields
 * @param isShort whether the form has only name, color and one logo
 * @param onChange called after each change; the brand may not be valid then
 * @param buttons shown at the end
 */
export function createBrandForm({
  idPrefix,
  isShort,
  onChange,
  buttons,
}: {
  idPrefix: string;
  isShort: boolean;
  onChange: () => void;
  buttons: HTMLElement;
}): BrandForm {
  const name = createTextField("displayName", `${idPrefix}-name`, "Brand name", "", 80);
  const site = createTextField("site", `${idPrefix}-site`, "Website", "example.com", 253);
  const colors = Object.fromEntries(
    roles.map((role) => {
      const [label, hint] = colorTexts[role];
      const field = createColorField({
        id: `${idPrefix}-${role}`,
        label: isShort && role === "accent" ? "Brand color" : label,
        hint,
        onChange: update,
      });
      return [role, field];
    }),
  ) as Record<keyof BrandColors, ReturnType<typeof createColorField>>;
  const logoField = (id: string, label: string, className: string) =>
    createAssetField({
      id: `${idPrefix}-${id}`,
      label,
      className,
      hint: imageHint,
      accept: imageTypes,
      onChange,
    });
  const logo = {
    onLight: logoField("logo-light", isShort ? "Logo" : "On light backgrounds", "on-light"),
    onDark: logoField("logo-dark", "On dark backgrounds", "on-dark"),
  };
  const fontField = (id: string, label: string) =>
    createAssetField({
      id: `${idPrefix}-${id}`,
      label,
      hint: "WOFF2, TTF or OTF. Without a font: Inter.",
      accept: fontTypes,
      onChange,
    });
  const fonts = {
    heading: fontField("font-heading", "Headlines"),
    body: fontField("font-body", "Other text"),
  };
  const contrast = createElement("ul", { className: "contrast", "aria-label": "Contrast" });
  const noColors = createElement(
    "p",
    { className: "hint" },
    "Without colors, each card has a palette that is derived from its content.",
  );

  function readColors(): BrandColors {
    return withoutUndefined(Object.fromEntries(roles.map((role) => [role, colors[role].read()])));
  }

  function updateColors() {
    try {
      const given = readColors();
      const complete = completeColors(given as Parameters<typeof completeColors>[0]);
      for (const role of roles) colors[role].showDerived(complete?.[role]);
      contrast.replaceChildren(...createContrastList(given));
      noColors.hidden = complete !== undefined;
    } catch {
      // The field shows that its color is not valid.
    }
  }

  function update() {
    updateColors();
    onChange();
  }

  for (const { input } of [name, site]) input.addEventListener("input", onChange);
  const colorFieldset = (...shown: (keyof BrandColors)[]) => shown.map((role) => colors[role].element);
  const element = createElement(
    "form",
    { className: "card brand-form", noValidate: true, "aria-label": "Brand" },
    name.element,
    ...(isShort
      ? [colors.accent.element, contrast, logo.onLight.element]
      : [
          site.element,
          createFieldset(
            "Colors",
            createElement(
              "p",
              { className: "hint" },
              "Set any of them. The others are derived, so that text is readable.",
            ),
            createElement("div", { className: "color-grid" }, ...colorFieldset(...roles)),
            noColors,
            contrast,
          ),
          createFieldset(
            "Logo",
            createElement("div", { className: "pair" }, logo.onLight.element, logo.onDark.element),
          ),
          createFieldset(
            "Fonts",
            createElement("div", { className: "pair" }, fonts.heading.element, fonts.body.element),
          ),
        ]),
    buttons,
  );
  updateColors();

  return {
    element,
    read() {
      const light = logo.onLight.read();
      const dark = logo.onDark.read();
      return withoutUndefined({
        displayName: name.input.value.trim() || undefined,
        site: site.input.value.trim() || undefined,
        colors: orUndefined(readColors()),
        logo: orUndefined(withoutUndefined({ onLight: light, onDark: dark })),
        fonts: orUndefined(readFields(fonts)),
      });
    },
    show(brand) {
      name.input.value = brand.displayName ?? "";
      site.input.value = brand.site ?? "";
      for (const role of roles) colors[role].show(brand.colors?.[role]);
      logo.onLight.show(brand.logo?.onLight);
      logo.onDark.show(brand.logo?.onDark);
      fonts.heading.show(brand.fonts?.heading);
      fonts.body.show(brand.fonts?.body);
      updateColors();
    },
    setDisabled(isDisabled) {
      for (const control of element.elements) control.toggleAttribute("disabled", isDisabled);
    },
  };
}

function readFields(fields: Readonly<Record<"heading" | "body", AssetField>>) {
  return withoutUndefined({ heading: fields.heading.read(), body: fields.body.read() });
}

function orUndefined<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

function createFieldset(legend: string, ...children: HTMLElement[]) {
  return createElement("fieldset", {}, createElement("legend", {}, legend), ...children);
}

function createTextField(name: string, id: string, label: string, placeholder: string, maxLength: number) {
  const input = createElement("input", { id, name, autocomplete: "off", placeholder, maxLength });
  const element = createElement(
    "div",
    { className: "field" },
    createElement("label", { htmlFor: id }, label),
    input,
  );
  return { element, input };
}
