import type { SearchEntry } from "@placard/contracts/search-entry";
import { createElement } from "./elements.ts";

const maxResults = 12;
const maxExcerpt = 150;
const baseUrl = new URL("../", import.meta.url);

/** Adds the search field to the header. The entries are fetched at its first focus. */
export function addSearch(): void {
  const list = createElement("ul", { id: "results", role: "listbox", "aria-label": "Results" });
  const status = createElement("p", { className: "status", role: "status" });
  const panel = createElement("div", { className: "panel", hidden: true }, status, list);
  const input = createElement("input", {
    type: "search",
    placeholder: "Search",
    autocomplete: "off",
    spellcheck: false,
    role: "combobox",
    "aria-label": "Search the documentation",
    "aria-controls": "results",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-keyshortcuts": "/",
  });
  const hint = createElement("kbd", { "aria-hidden": "true" }, "/");
  const field = document.getElementById("search")!;
  field.append(input, hint, panel);

  let search: ReturnType<typeof loadSearch> | undefined;
  let selected = -1;

  function close(): void {
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function select(index: number): void {
    const options = [...list.children];
    selected = options.length === 0 ? -1 : (index + options.length) % options.length;
    for (const [i, option] of options.entries()) option.setAttribute("aria-selected", `${i === selected}`);
    const option = options[selected];
    if (!option) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  async function update(): Promise<void> {
    const query = input.value.trim();
    if (query === "") return close();
    try {
      const find = await (search ??= loadSearch());
      if (query !== input.value.trim()) return; // the user has typed on
      const results = find(query).slice(0, maxResults);
      list.replaceChildren(...results.map(createOption));
      status.textContent = results.length === 0 ? `No results for “${query}”.` : "";
      select(0);
    } catch {
      search = undefined;
      list.replaceChildren();
      status.textContent = "The search is not available. Check your connection.";
    }
    panel.hidden = false;
    input.setAttribute("aria-expanded", `${list.children.length > 0}`);
  }

  input.addEventListener("focus", () => {
    search ??= loadSearch();
    search.catch(() => (search = undefined)); // the next input tries again
    if (input.value.trim() !== "") void update();
  });
  input.addEventListener("input", () => void update());
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") select(selected + 1);
    else if (event.key === "ArrowUp") select(selected - 1);
    else if (event.key === "Enter") list.children[selected]?.querySelector("a")?.click();
    else if (event.key === "Escape") {
      input.value = "";
      close();
      return;
    } else return;
    event.preventDefault();
  });
  field.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && field.contains(relatedTarget))) close();
  });
  panel.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus in the field
  list.addEventListener("click", () => {
    close();
    input.blur();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    input.focus();
  });
}

function createOption({ page, title, text, path }: SearchEntry, index: number): HTMLElement {
  const excerpt = text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text;
  const link = createElement(
    "a",
    { href: new URL(path, baseUrl).href, tabIndex: -1 },
    createElement("strong", {}, title),
    createElement("span", { className: "page" }, page === title ? "" : page),
    createElement("span", { className: "excerpt" }, excerpt),
  );
  return createElement("li", { id: `result-${index}`, role: "option" }, link);
}

async function loadSearch(): Promise<(query: string) => SearchEntry[]> {
  const [{ createSearch }, response] = await Promise.all([
    import("./search-index.ts"),
    fetch(new URL("docs/search.json", baseUrl)),
  ]);
  if (!response.ok) throw new Error(`The search responded with ${response.status}.`);
  return createSearch((await response.json()) as SearchEntry[]);
}
