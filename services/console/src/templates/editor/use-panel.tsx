import { useAccount } from "../../app/account.ts";
import { Loaded, useLoaded } from "../../components/loaded.tsx";
import { SiteFiles } from "../../playground/site-files.tsx";
import { PageTags } from "../../sites/page-tags.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The code with which a site uses the template. */
export function UsePanel({ editor: { id, details } }: { editor: TemplateEditor }) {
  const { api } = useAccount();
  const sites = useLoaded("your sites", async () => {
    const { data } = await api.listSites();
    return data.sites.filter(({ template, verifiedAt }) => template === id && verifiedAt !== null);
  });
  if (!details.value) return <p class="hint use-panel">Publish the template to use it.</p>;
  const { fields = {} } = details.value.document.template as { fields?: Record<string, { type?: string }> };
  const names = Object.keys(fields);
  return (
    <div class="use-panel">
      <ul>
        <li>
          For one post or page: <a href={`#/playground/${id}`}>fill in the card in the playground</a>, and
          download the PNG. In WordPress or Ghost, set it as the featured image. In HTML, copy its tags.
        </li>
        <li>
          For all pages of a site in plain HTML, WordPress, Ghost or another system:{" "}
          <a href={`#/sites/${id}`}>add your site</a> with this template. Its cards are made from the titles
          and descriptions of your pages.{" "}
          <a href="docs/sites#platforms" target="_blank">
            The tag for each system
          </a>
          <Loaded from={sites}>
            {(list) =>
              list.map((site) => (
                <details key={site.id}>
                  <summary>Tags for {site.domain}</summary>
                  <PageTags site={site} />
                </details>
              ))
            }
          </Loaded>
        </li>
        <li>
          For a site with code of its own: choose its framework, and send the message to its programmer. It
          has the files that create a link for each page. Requests name the template <code>{id}</code>.
        </li>
      </ul>
      <SiteFiles
        file={`${id}.png`}
        width={1200}
        height={630}
        fields={names}
        hasLists={names.some((name) => fields[name]?.type === "array")}
        options={{}}
      />
    </div>
  );
}
