import { createClient, type PlaygroundTemplate } from "@placard/client";
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
  isShown = true;
  const { data } = await client.listPlaygroundTemplates();
  const examples = new Map(data.templates.map(({ id, example }) => [id, example as CardData]));
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
  workspace.showTemplates(data.templates.map(toFormTemplate));
}

function toFormTemplate({ id, name, description, schema }: PlaygroundTemplate) {
  return { id, name, description, schema, source: "builtin" } as const;
}
