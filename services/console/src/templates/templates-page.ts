import { getElement } from "../elements.ts";
import { loadList } from "../list.ts";
import { onOpen } from "../router.ts";
import { clearDrafts } from "./drafts.ts";
import { createGallery } from "./gallery.ts";

/**
 * Sets up the view of the templates: the gallery at `#/templates`, and the editor at `#/templates/<id>`.
 * @returns removes the templates and drafts from the page
 */
export function setUpTemplatesPage(): () => void {
  const gallery = createGallery();
  const content = getElement("templates-content");
  let closeEditor: (() => void) | undefined;

  async function open(id: string) {
    close();
    if (id === "") {
      content.replaceChildren(gallery.element);
      await gallery.refresh();
      return;
    }
    const { openEditor } = await loadEditor();
    closeEditor = await openEditor(content, id);
  }

  function close() {
    closeEditor?.();
    closeEditor = undefined;
    content.replaceChildren();
    getElement("templates-title").textContent = "Templates";
  }

  onOpen("templates", {
    open: (id) => void loadList(content, id === "" ? "your templates" : "the template", () => open(id)),
    close,
  });

  return () => {
    close();
    gallery.clear();
    clearDrafts();
  };
}

/** The editor is large, so it is loaded when it is first opened. */
async function loadEditor() {
  try {
    return await import("./editor/editor-page.ts");
  } catch (cause) {
    throw new Error("The editor could not be loaded. Reload the page.", { cause });
  }
}
