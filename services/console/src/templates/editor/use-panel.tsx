import type { GeneratedImage, GenerateRequest } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount } from "../../app/account.ts";
import { Card } from "../../components/page.tsx";
import { ImageLink } from "../../playground/image-link.tsx";
import { SiteFiles } from "../../playground/site-files.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The ways to use the published template: one image, a site, and code. */
export function UsePanel({ editor }: { editor: TemplateEditor }) {
  const { id, details } = editor;
  if (!details.value) return <p class="hint use-panel">Publish the template to use it.</p>;
  const { fields = {} } = details.value.document.template as { fields?: Record<string, { type?: string }> };
  const names = Object.keys(fields);
  return (
    <div class="use-panel">
      <Card title="Link to the image">
        <ShownImage editor={editor} />
        <p>
          For other data, use the <a href={`#/playground/${id}`}>playground</a>.
        </p>
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

/** Creates an image of the current version with the data and the size that the editor shows. */
function ShownImage({ editor: { id, previewRequest, details } }: { editor: TemplateEditor }) {
  const { api } = useAccount();
  const created = useSignal<{ image: GeneratedImage; key: string }>();
  const request = { template: `${id}@${details.value!.version}`, ...previewRequest() };
  const key = JSON.stringify(request);
  const image = created.value?.key === key ? created.value.image : undefined;
  const create = async () => {
    const { data } = await api.generateImage(request as GenerateRequest<string>);
    created.value = { image: data, key };
  };
  return <ImageLink image={image} create={create} />;
}
