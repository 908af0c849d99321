import { load, onClick } from "../actions.ts";
import { PlacardError } from "@placard/client";
import { getElement } from "../elements.ts";
import { onOpen } from "../router.ts";
import { clearForm, readTemplateAndData, setUpForm, showDataErrors, showTemplates } from "./form.ts";
import { clearPlaygroundKey, createPlaygroundKey, playgroundKey } from "./key.ts";
import { createLivePreview, listTemplates } from "./live-preview.ts";
import { readOptions, setUpOptions, showOptionErrors } from "./options.ts";
import { clearPreview, showRendered, showRenderError, showRendering } from "./preview.ts";
import { setUpSnippets, showSnippets } from "./snippets.ts";
import { pageTextOf, showSocialPreviews } from "./social-previews.ts";

let hasTemplates = false;

const livePreview = createLivePreview({
  readRequest() {
    const options = readOptions();
    return { ...readTemplateAndData(), ...(Object.keys(options).length > 0 && { options }) };
  },
  onStart: showRendering,
  onRendered(preview) {
    const text = pageTextOf(preview.request.data as Record<string, string>);
    showFieldErrors(new Map());
    showRendered(preview, text.title);
    showSnippets(preview, text.title);
    showSocialPreviews(preview, text);
    getElement("playground-results").hidden = false;
  },
  onError(error) {
    if (isUnauthorized(error)) return rejectKey();
    const details = error instanceof PlacardError ? error.details : [];
    showFieldErrors(new Map(details.map(({ path, message }) => [path, message])));
    const areAllAtFields =
      details.length > 0 && details.every(({ path }) => /^\/(data|options)\/\w+$/.test(path));
    const message = "The image was not rendered. Fix the marked fields.";
    showRenderError(error, areAllAtFields ? message : undefined);
  },
});

/** Sets up the playground, where the user tries out the templates. */
export function setUpPlayground() {
  setUpForm(livePreview.renderSoon);
  setUpOptions(livePreview.renderSoon);
  getElement("playground-form").addEventListener("submit", (event) => event.preventDefault());
  setUpSnippets();
  onOpen("playground", () => void load(open));
  onClick(getElement("create-playground-key"), async () => {
    await createPlaygroundKey();
    getElement("playground-key-rejected").hidden = true;
    await open();
    getElement("playground-title").focus();
  });
}

/** Deletes the key from this tab and removes the user's data from the page. */
export function clearPlayground() {
  clearPlaygroundKey();
  livePreview.cancel();
  clearPreview();
  clearForm();
  hasTemplates = false;
  getElement("playground-results").hidden = true;
}

async function open() {
  const hasKey = playgroundKey() !== undefined;
  getElement("playground-setup").hidden = hasKey;
  getElement("playground-workspace").hidden = !hasKey;
  if (!hasKey) return;
  try {
    if (!hasTemplates) {
      showTemplates(await listTemplates(), livePreview.renderSoon);
      hasTemplates = true;
    }
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    return rejectKey();
  }
  livePreview.renderNow();
}

/** Asks for a new key after the server rejected the current one. The session is not affected. */
function rejectKey() {
  clearPlaygroundKey();
  livePreview.cancel();
  clearPreview();
  getElement("playground-results").hidden = true;
  getElement("playground-setup").hidden = false;
  getElement("playground-workspace").hidden = true;
  getElement("playground-key-rejected").hidden = false;
}

function isUnauthorized(error: unknown) {
  return error instanceof PlacardError && error.code === "unauthorized";
}

function showFieldErrors(errors: ReadonlyMap<string, string>) {
  showDataErrors(errors);
  showOptionErrors(errors);
}
