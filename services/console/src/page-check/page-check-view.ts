import { onSubmit } from "../actions.ts";
import { getElement } from "../elements.ts";
import { account } from "../session.ts";
import { createPageReport } from "./page-report.ts";

/**
 * Sets up the view that checks the card of a page.
 * @returns removes the report from the page
 */
export function setUpPageCheck(): () => void {
  const form = getElement("page-check-form", HTMLFormElement);
  const input = getElement("page-check-url", HTMLInputElement);
  const report = getElement("page-report");
  const status = getElement("page-check-status");
  let controller = new AbortController();

  function clear() {
    controller.abort();
    controller = new AbortController();
    report.replaceChildren();
    status.textContent = "";
  }

  onSubmit(form, async () => {
    clear();
    const { signal } = controller;
    input.value = withScheme(input.value.trim());
    status.textContent = "Checking…";
    try {
      const { data } = await account.checkPage(input.value, { image: true, signal });
      const { summary, elements } = createPageReport(data);
      status.textContent = summary;
      report.replaceChildren(...elements);
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = "";
      throw error;
    }
  });

  return () => {
    clear();
    form.reset();
  };
}

/** People enter `example.com`. */
function withScheme(text: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}
