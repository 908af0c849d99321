import type { GeneratedImage, GenerateRequest } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount } from "../../app/account.ts";
import { toLabel } from "../../card-form/card-data.ts";
import { Loaded, useLoaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { ImageLink } from "../../playground/image-link.tsx";
import { SiteFiles } from "../../playground/site-files.tsx";
import { PageTags } from "../../sites/page-tags.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The ways to use the published template: one image, a site, and code. */
export function UsePanel({ editor: { id, details, previewRequest } }: { editor: TemplateEditor }) {
  const { api } = useAccount();
  const image = useSignal<GeneratedImage | undefined>(undefined);
  const sites = useLoaded("your sites", async () => {
    const { data } = await api.listSites();
    return data.sites.filter(({ template, verifiedAt }) => template === id && verifiedAt !== null);
  });
  if (!details.value) return <p class="hint use-panel">Publish the template to use it.</p>;
  const { fields = {} } = details.value.document.template as { fields?: Record<string, { type?: string }> };
  const names = Object.keys(fields);
  async function create() {
    const { data } = previewRequest();
    const missing = Object.keys(data).find((name) => !names.includes(name));
    if (missing !== undefined) {
      const field = toLabel(missing);
      throw new Error(`Publish the template first: its published version has no field “${field}”.`);
    }
    image.value = (await api.generateImage({ template: id, data } as GenerateRequest<string>)).data;
  }
  return (
    <div class="use-panel">
      <Card title="Link to the image">
        <p>
          The card with the data that is shown now. For other data, use the{" "}
          <a href={`#/playground/${id}`}>playground</a>.
        </p>
        <ImageLink result={undefined} image={image.value} create={create} />
      </Card>
      <Card title="All pages of a site, automatically">
        <p>
          A tag in your site makes a card from the title and description of each page: in plain HTML,
          WordPress, Ghost and other systems.
        </p>
        <div class="row">
          <a class="button secondary" href={`#/sites/${id}`}>
            Add your site
          </a>
          <a href="docs/sites#platforms" target="_blank">
            The tag for each system
          </a>
        </div>
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
      </Card>
      <Card title="In the code of your site">
        <p>Choose what your site is made with, and send the files to its programmer.</p>
        <SiteFiles
          file={`${id}.png`}
          width={1200}
          height={630}
          fields={names}
          hasLists={names.some((name) => fields[name]?.type === "array")}
          options={{}}
        />
      </Card>
    </div>
  );
}
