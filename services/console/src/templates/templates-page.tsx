import { PlacardError, type TemplateDetails } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount } from "../app/account.ts";
import { loadPart } from "../components/load-part.ts";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { createDraft, type StoredDraft } from "./drafts.ts";
import { Gallery } from "./gallery.tsx";

/** The gallery at `#/templates`, and the editor at `#/templates/<id>`. */
export function TemplatesPage({ rest: id }: { rest: string }) {
  return id === "" ? <Gallery /> : <LoadedEditor id={id} />;
}

function LoadedEditor({ id }: { id: string }) {
  const { api } = useAccount();
  const title = useSignal(id);
  const editor = useLoaded("the template", async () => {
    const [{ EditorPage }, details, stored] = await Promise.all([
      loadPart("The editor", import("./editor/editor-page.tsx")), // large
      loadDetails(),
      loadDraft(),
    ]);
    return { EditorPage, template: { id, details, stored } };
  });

  // A new template is not found; the lists show that without a failed request.
  async function loadDetails(): Promise<TemplateDetails | undefined> {
    const { data } = await api.listTemplates({ archived: true });
    if (!data.templates.some((template) => template.id === id)) return undefined;
    return (await api.getTemplate(id).catch(ignoreMissing))?.data;
  }

  async function loadDraft(): Promise<StoredDraft | undefined> {
    const { data } = await api.listDrafts();
    if (!data.drafts.some((draft) => draft.id === id)) return undefined;
    const found = await api.getDraft(id).catch(ignoreMissing);
    if (!found) return undefined;
    const { version, ...document } = found.data;
    const draft = createDraft({ ...document, template: {} });
    return { draft, etag: found.meta.headers.get("etag") ?? undefined, version };
  }

  return (
    <Page title={title.value}>
      <Loaded from={editor}>
        {({ EditorPage, template }) => (
          // Another draft is edited by another editor.
          <EditorPage
            key={template.stored?.etag}
            template={template}
            title={title}
            reload={async () => {
              await editor.refresh();
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof PlacardError && ["not_found", "gone"].includes(error.code))) throw error;
}
