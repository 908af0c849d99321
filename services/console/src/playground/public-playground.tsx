import { PlacardError, type PlaygroundTemplate } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { useCardForm } from "../card-form/card-form.ts";
import { Workspace } from "../card-form/workspace.tsx";

/** Pause after the last change before a request: visitors have few requests per minute. */
const debounceMs = 1_000;

const titleId = "public-playground-title";

/** Scrolls to the public playground, and moves the focus to its heading. */
export function openPublicPlayground() {
  const title = document.getElementById(titleId);
  title?.scrollIntoView();
  title?.focus({ preventScroll: true });
}

/**
 * Loads the templates of the public playground.
 * @param isOn whether the operator has turned it on
 * @returns undefined until then, and if it was turned off since the browser cached the configuration
 */
export function usePlaygroundTemplates(isOn: boolean): readonly PlaygroundTemplate[] | undefined {
  const { client, messages } = useConsole();
  const templates = useSignal<readonly PlaygroundTemplate[]>();
  useEffect(() => {
    if (!isOn) return;
    client.listPlaygroundTemplates().then(
      ({ data }) => (templates.value = data.templates),
      (error: unknown) => {
        if (!(error instanceof PlacardError && error.code === "not_found")) messages.showError(error);
      },
    );
  }, [isOn]);
  return templates.value;
}

/** The playground for people without an account. */
export function PublicPlayground({ templates }: { templates: readonly PlaygroundTemplate[] }) {
  const { createClient } = useConsole();
  const examples = new Map(templates.map(({ id, example }) => [id, example]));
  const form = useCardForm({
    templates: templates.map(({ example: _, ...template }) => ({ ...template, source: "builtin" })),
    debounceMs,
    loadExample: (template) => Promise.resolve(examples.get(template) ?? {}),
    // No retries: the next change sends a new request anyway, and errors are shown immediately.
    render: async (request, signal) =>
      (await createClient({ retries: 0 }).previewInPlayground(request, { signal })).data,
  });
  return (
    <section class="public-playground" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        Try it without an account
      </h2>
      <p class="hint">
        Enter your own words. The card has a watermark and is not stored: create an account to get images with
        URLs, remote images and your brand.
      </p>
      <Workspace id="visitor" form={form} />
    </section>
  );
}
