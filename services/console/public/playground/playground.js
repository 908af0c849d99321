import { PlacardError } from "../client/index.js";
import { element, load, onClick } from "../page.js";
import { onOpen } from "../router.js";
import { createDrawer, listTemplates } from "./draw.js";
import { enteredCard, forgetForm, offerTemplates, showDataFaults, wireForm } from "./form.js";
import { showFrames, wordsOf } from "./frames.js";
import { dropPlaygroundKey, makePlaygroundKey, playgroundKey } from "./key.js";
import { enteredOptions, showOptionFaults, wireOptions } from "./options.js";
import { clearPreview, showDrawing, showDrawn, showUndrawn } from "./preview.js";
import { showSnippets, wireSnippets } from "./snippets.js";

let hasTemplates = false;

const drawer = createDrawer({
  entered() {
    const options = enteredOptions();
    return { ...enteredCard(), ...(Object.keys(options).length > 0 && { options }) };
  },
  begun: showDrawing,
  drawn(drawn) {
    const words = wordsOf(/** @type {Record<string, string>} */ (drawn.request.data));
    showFaults(new Map());
    showDrawn(drawn, words.title);
    showSnippets(drawn, words.title);
    showFrames(drawn, words);
    element("outcome").hidden = false;
  },
  failed(error) {
    if (isRefusal(error)) return refuse();
    const faults = error instanceof PlacardError ? error.details : [];
    showFaults(new Map(faults.map(({ path, message }) => [path, message])));
    const atFields = faults.length > 0 && faults.every(({ path }) => /^\/(data|options)\/\w+$/.test(path));
    showUndrawn(error, atFields ? "Not drawn: see the fields that are marked." : undefined);
  },
});

/** Lets the user try templates out. */
export function wirePlayground() {
  wireForm(drawer.soon);
  wireOptions(drawer.soon);
  element("card-form").addEventListener("submit", (event) => event.preventDefault());
  wireSnippets();
  onOpen("playground", () => void load(open));
  onClick(element("make-playground-key"), async () => {
    await makePlaygroundKey();
    element("playground-refused").hidden = true;
    await open();
    element("playground-title").focus();
  });
}

/** Forgets the key, and takes the card off the page. */
export function forgetPlayground() {
  dropPlaygroundKey();
  drawer.cancel();
  clearPreview();
  forgetForm();
  hasTemplates = false;
  element("outcome").hidden = true;
}

async function open() {
  const hasKey = playgroundKey() !== undefined;
  element("playground-offer").hidden = hasKey;
  element("playground-room").hidden = !hasKey;
  if (!hasKey) return;
  try {
    if (!hasTemplates) {
      offerTemplates(await listTemplates(), drawer.soon);
      hasTemplates = true;
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refuse();
  }
  drawer.now();
}

/** The key has expired, or somebody has revoked it: the session is as good as before. */
function refuse() {
  dropPlaygroundKey();
  drawer.cancel();
  clearPreview();
  element("outcome").hidden = true;
  element("playground-offer").hidden = false;
  element("playground-room").hidden = true;
  element("playground-refused").hidden = false;
}

/** @param {unknown} error */
function isRefusal(error) {
  return error instanceof PlacardError && error.code === "unauthorized";
}

/** @param {ReadonlyMap<string, string>} faults */
function showFaults(faults) {
  showDataFaults(faults);
  showOptionFaults(faults);
}
