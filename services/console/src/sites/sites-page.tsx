import type { Site, SiteCheck } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { loadCardChoices } from "../card-form/account-card-form.ts";
import { CopyRow } from "../components/buttons.tsx";
import { TextField } from "../components/fields.tsx";
import { focusTitle } from "../components/focus.ts";
import { Form, type FormValues } from "../components/form.tsx";
import { Item, LoadedList } from "../components/list.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";
import { domainOf, PageTags } from "./page-tags.tsx";
import { LookFields, readLook, SiteSettingsForm } from "./site-form.tsx";

/** Manages sites, and shows the tags for their pages. @param rest the first choice of a template */
export function SitesPage({ rest }: { rest: string }) {
  const { messages } = useConsole();
  const { api } = useAccount();
  /** What the last verification of each site found. */
  const checks = useSignal<Readonly<Record<string, readonly SiteCheck[]>>>({});
  const sites = useLoaded("your sites", async () => (await api.listSites()).data.sites);
  const choices = useLoaded("your templates", () => loadCardChoices(api));
  const confirmed = useConfirmed(sites);

  async function add({ texts, reset }: FormValues) {
    await api.createSite({ domain: domainOf(texts["domain"] ?? ""), ...readLook(texts) });
    reset();
    await sites.refresh();
    messages.show("The site was added. Verify its domain next.");
  }

  async function verify({ id, domain }: Site) {
    const { data } = await api.verifySite(id);
    checks.value = { ...checks.value, [id]: data.checks };
    await sites.refresh();
    focusTitle();
    if (data.verifiedAt === null)
      messages.showError(new Error(`${domain} is not verified yet: the token was not found.`));
    else messages.show(`${domain} is verified. Copy the tags into your pages.`);
  }

  async function purge({ id, domain }: Site) {
    await api.purgeSite(id);
    messages.show(`The pages of ${domain} are read again when their cards are next requested.`);
  }

  async function showSaved({ domain }: Site) {
    await sites.refresh();
    messages.show(`The settings of ${domain} were saved. Its cards change when they are next requested.`);
  }

  const remove = ({ id, domain }: Site) =>
    confirmed({
      title: `Delete the site “${domain}”?`,
      content: "The cards of its pages stop working immediately, also on published pages.",
      action: "Delete site",
      run: () => api.deleteSite(id),
      message: `The site “${domain}” was deleted.`,
    });

  function describe(site: Site) {
    const { id, domain, template, brand, createdAt, verifiedAt } = site;
    const isVerified = verifiedAt !== null;
    return (
      <Item
        key={id}
        title={domain}
        badge={isVerified ? "Verified" : "Not verified"}
        facts={[
          template === undefined ? "template by the type of each page" : `template ${template}`,
          brand !== undefined && (brand === "none" ? "no brand" : `brand ${brand}`),
          <Time event="added" at={createdAt} />,
        ]}
        actions={[
          isVerified
            ? {
                label: "Read pages again",
                name: `Read the pages of ${domain} again`,
                run: () => purge(site),
              }
            : { label: "Verify", name: `Verify ${domain}`, run: () => verify(site) },
          { label: "Delete", name: `Delete ${domain}`, run: () => remove(site) },
        ]}
      >
        <Loaded from={choices}>
          {(loaded) => <SiteSettingsForm site={site} choices={loaded} onSaved={() => showSaved(site)} />}
        </Loaded>
        {isVerified ? <PageTags site={site} /> : <Instructions site={site} checks={checks.value[id] ?? []} />}
      </Item>
    );
  }

  return (
    <Page title="Sites">
      <p class="lead">
        Cards from the metadata of your pages, without code. <a href="docs/sites">Guide to sites</a>
      </p>
      <div class="card">
        <Form class="inline-form" onSubmit={add}>
          <TextField
            label="Domain"
            name="domain"
            what="a domain, or the address of a page"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxLength={2048}
            placeholder="blog.example.com"
            required
          />
          <Loaded from={choices}>{(loaded) => <LookFields choices={loaded} template={rest} />}</Loaded>
          <button type="submit">Add site</button>
        </Form>
      </div>
      <LoadedList from={sites} empty="You have no sites yet.">
        {describe}
      </LoadedList>
    </Page>
  );
}

/** Where to publish the token, and what the last verification found there. */
function Instructions({ site, checks }: { site: Site; checks: readonly SiteCheck[] }) {
  const {
    domain,
    verification: { dns, file },
  } = site;
  const result = (method: SiteCheck["method"]) => {
    const check = checks.find((each) => each.method === method);
    return check && <p class="hint">{check.message}</p>;
  };
  const row = (text: string, what: string) => (
    <CopyRow text={text} what={what} name={`Copy the ${what} for ${domain}`} />
  );
  return (
    <div class="details">
      <p>Publish the token in one of two places, then verify the domain.</p>
      <p>
        <strong>A TXT record</strong> with this name and value:
      </p>
      {row(dns.name, "name")}
      {row(dns.value, "value")}
      {result("dns")}
      <p>
        <strong>Or a file</strong> at this address, with the value above:
      </p>
      {row(file.url, "address")}
      {result("file")}
    </div>
  );
}
