import { createClient, PlacardError, type PlaygroundTemplate } from "@placard/client";
import { onClick } from "../actions.ts";
import type { CardData } from "../card-form/data-form.ts";
import { createWorkspace } from "../card-form/workspace.ts";
import { getElement } from "../elements.ts";
import { account, baseUrl } from "../session.ts";

// No retries: the next change sends a new request anyway, and errors are shown immediately.
const client = createClient({ baseUrl, retries: 0 });

/** Pause after the last change before a request: visitors have few requests per minute. */
const debounceMs = 1_000;

let isShown = false;

/** Sets up the button of the introduction that leads to the playground. */
export function setUpPublicPlayground() {
  onClick(getElement("open-public-playground"), () => {
    getElement("public-playground").scrollIntoView();
    getElement("public-playground-title").focus({ preventScroll: true });
    return Promise.resolve();
  });
}

/** Shows the playground for people without an account, if the operator has turned it on. */
export async function showPublicPlayground() {
  if (isShown) return;
  const { data: config } = await account.getAuthConfig();
  if (!config.hasPublicPlayground) return;
  const templates = await listTemplates();
  if (!templates || isShown) return;
  isShown = true;
  const examples = new Map(templates.map(({ id, example }) => [id, example as CardData]));
  const workspace = createWorkspace({
    id: "visitor",
    debounceMs,
    loadExample: (template) => Promise.resolve(examples.get(template) ?? {}),
    async render(request, signal) {
      return (await client.previewInPlayground(request, { signal })).data;
    },
  });
  getElement("public-playground-content").replaceChildren(workspace.element);
  getElement("public-playground").hidden = false;
  getElement("open-public-playground").hidden = false;
  getElement("gallery").hidden = true; // the playground shows the same templates
  workspace.showTemplates(templates.map(toFormTemplate));
}

/** @returns undefined if the playground has been turned off since the browser cached the configuration */
async function listTemplates() {
  try {
    return (await client.listPlaygroundTemplates()).data.templates;
  } catch (error) {
    if (error instanceof PlacardError && error.code === "not_found") return undefined;
    throw error;
  }
}

function toFormTemplate({ id, name, description, schema }: PlaygroundTemplate) {
  return { id, name, description, schema, source: "builtin" } as const;
}
