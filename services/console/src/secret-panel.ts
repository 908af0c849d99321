import { copyOnClick } from "./clipboard.ts";
import { createElement } from "./elements.ts";

/**
 * Creates the panel that shows a new secret once.
 * @param title what has happened, as a sentence
 * @param values the last one is the secret
 */
export function createSecretPanel(
  title: string,
  values: readonly { label: string; value: string }[],
): HTMLElement {
  const rows = values.map(({ label, value }) => {
    const button = createElement("button", { type: "button", className: "secondary" }, `Copy ${label}`);
    copyOnClick(button, () => value, label);
    return createElement(
      "div",
      { className: "secret" },
      createElement("code", { tabIndex: 0 }, value),
      button,
    );
  });
  return createElement(
    "div",
    { className: "secret-panel", role: "group", "aria-label": title },
    createElement(
      "p",
      {},
      createElement("strong", {}, title),
      ` Copy the ${values.at(-1)?.label} now: it is not shown again.`,
    ),
    ...rows,
  );
}
