import { Card } from "../../components/page.tsx";
import { SiteFiles } from "../../playground/site-files.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The ways to use the published template: one image, a site, and code. */
export function UsePanel({ editor: { id, details } }: { editor: TemplateEditor }) {
  if (!details.value) return <p class="hint use-panel">Publish the template to use it.</p>;
  const { fields = {} } = details.value.document.template as { fields?: Record<string, { type?: string }> };
  const names = Object.keys(fields);
  return (
    <div class="use-panel">
      <Card title="Link to the image">
        <p>
          Enter the data of a card in the <a href={`#/playground/${id}`}>playground</a>, and create its URL
          there.
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
