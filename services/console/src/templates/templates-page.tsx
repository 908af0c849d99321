import { PlacardError, type TemplateDetails } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount } from "../app/account.ts";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { Gallery } from "./gallery.tsx";

/** The gallery at `#/templates`, and the editor at `#/templates/<id>`. */
export function TemplatesPage({ rest: id }: { rest: string }) {
  return id === "" ? <Gallery /> : <LoadedEditor id={id} />;
}

function LoadedEditor({ id }: { id: string }) {
  const { api } = useAccount();
  const title = useSignal(id);
  const editor = useLoaded("the template", async () => {
    const [{ EditorPage }, details] = await Promise.all([loadEditor(), loadDetails()]);
    return { EditorPage, details };
  });

  async function loadDetails(): Promise<TemplateDetails | undefined> {
    // A new template is not found; the list shows that without a failed request.
    const { data: listed } = await api.listTemplates({ archived: true });
    if (!listed.templates.some((template) => template.id === id)) return undefined;
    try {
      return (await api.getTemplate(id)).data;
    } catch (error) {
      if (error instanceof PlacardError && ["not_found", "gone"].includes(error.code)) return undefined;
      throw error;
    }
  }

  return (
    <Page title={title.value}>
      <Loaded from={editor}>
        {({ EditorPage, details }) => <EditorPage id={id} details={details} title={title} />}
      </Loaded>
    </Page>
  );
}

/** The editor is large, so it is loaded when it is first opened. */
async function loadEditor() {
  try {
    return await import("./editor/editor-page.tsx");
  } catch (cause) {
    throw new Error("The editor could not be loaded. Reload the page.", { cause });
  }
}
