import type { Site, SiteSettings } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { SelectField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";

/** What the cards of a site can look like. */
export interface SiteChoices {
  templates: readonly { id: string; name: string }[];
  brands: readonly string[];
}

/** The fields for the template and the brand of a site. */
export function LookFields({
  choices: { templates, brands },
  site,
  template = site?.template ?? "",
}: {
  choices: SiteChoices;
  site?: Site;
  /** What is chosen first. Default: the site's. */
  template?: string;
}) {
  const withCurrent = (names: readonly string[], current: string | undefined) =>
    current === undefined || names.includes(current) ? names : [current, ...names];
  const templateIds = withCurrent(
    templates.map(({ id }) => id),
    template === "" ? undefined : template,
  );
  const nameOf = (id: string) => templates.find((each) => each.id === id)?.name ?? id;
  const others = withCurrent(
    brands.filter((name) => name !== "default"),
    site?.brand === "default" ? undefined : site?.brand,
  ).filter((name) => name !== "none");
  return (
    <>
      <SelectField
        label="Template"
        name="template"
        value={template}
        options={[["", "By the type of each page"], ...templateIds.map((id) => [id, nameOf(id)] as const)]}
      />
      <SelectField
        label="Brand"
        name="brand"
        value={site?.brand === "default" ? "" : (site?.brand ?? "")}
        options={[
          ["", "Default brand"],
          ...others.map((name) => [name, name] as const),
          ["none", "No brand"],
        ]}
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
  choices: SiteChoices;
  onSaved: () => Promise<void>;
}) {
  const { api } = useAccount();
  async function save({ texts }: FormValues) {
    const look = readLook(texts);
    // The fields in the map are those of the template.
    const { map } = look.template === site.template ? site : {};
    await api.updateSite(site.id, { ...look, ...(map && { map }) });
    await onSaved();
  }
  return (
    <details class="site-settings">
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
