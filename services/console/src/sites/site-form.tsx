import type { Site, SiteSettings } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { brandOptions } from "../brand/stored-brand.ts";
import type { CardChoices } from "../card-form/account-card-form.ts";
import { SelectField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";

/** The fields for the template and the brand of a site. */
export function LookFields({
  choices: { templates, brands },
  site,
  template = site?.template,
}: {
  choices: CardChoices;
  site?: Site;
  /** What is chosen first. Default: the site's. */
  template?: string | undefined;
}) {
  const { brand } = site ?? {};
  return (
    <>
      <SelectField
        label="Template"
        name="template"
        value={template ?? ""}
        options={[["", "By the type of each page"], ...templates.map(({ id, name }) => [id, name] as const)]}
      />
      <SelectField
        label="Brand"
        name="brand"
        value={brand === undefined || brand === "default" ? "" : brand}
        options={brandOptions(brands)}
      />
    </>
  );
}

/** The settings in a form with `LookFields`. */
export function readLook({ template = "", brand = "" }: FormValues["texts"]): SiteSettings {
  return { ...(template !== "" && { template }), ...(brand !== "" && { brand }) };
}

/** Changes the template and the brand of a site; its links stay the same. */
export function SiteSettingsForm({
  site,
  choices,
  onSaved,
}: {
  site: Site;
  choices: CardChoices;
  onSaved: () => Promise<void>;
}) {
  const { api } = useAccount();
  async function save({ texts }: FormValues) {
    const look = readLook(texts);
    // The fields in the map are fields of the template.
    const { map } = look.template === site.template ? site : {};
    await api.updateSite(site.id, { ...look, ...(map && { map }) });
    await onSaved();
  }
  return (
    <details class="details">
      <summary>Change template and brand</summary>
      <Form class="inline-form" label={`Settings of ${site.domain}`} onSubmit={save}>
        <LookFields choices={choices} site={site} />
        {site.map && (
          <p class="hint">The site maps fields of its template: another one starts without that.</p>
        )}
        <button type="submit" class="secondary">
          Save
        </button>
      </Form>
    </details>
  );
}
