import type { TemplateListing } from "@placard/client";
import { load, onClick } from "../actions.ts";
import { dataUrlOf } from "../data-url.ts";
import { createElement, createMessage } from "../elements.ts";
import { showMessage } from "../message.ts";
import { account, accountWithoutDialogs } from "../session.ts";
import { listDrafts, loadDraft } from "./drafts.ts";
import { clearSamples, loadSample } from "./load-sample.ts";
import { createTemplate, deleteTemplate, forkTemplate } from "./template-actions.ts";

/** The list of all templates. */
export interface Gallery {
  element: HTMLElement;
  /** Loads the templates. */
  refresh: () => Promise<void>;
  /** Removes the templates from the page. */
  clear: () => void;
}

/** Creates the gallery. */
export function createGallery(): Gallery {
  const own = createElement("ul", { className: "template-list", "aria-labelledby": "own-templates-title" });
  const shared = createElement("ul", {
    className: "template-list",
    "aria-labelledby": "shared-templates-title",
  });
  const empty = createElement(
    "p",
    { className: "hint", hidden: true },
    "You have no templates yet. Fork a built-in template, or create a new one.",
  );
  const archived = createElement("input", { type: "checkbox" });
  archived.addEventListener("change", () => void load(refresh));
  const create = createElement("button", { type: "button" }, "New template");
  onClick(create, createTemplate);

  // Cards are rendered when they are scrolled into view.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        const { template = "" } = (target as HTMLElement).dataset;
        void renderCard(target as HTMLImageElement, template);
      }
    },
    { rootMargin: "200px" },
  );

  async function refresh() {
    clearSamples(); // a version with other samples may have been published
    const { data } = await account.listTemplates({ archived: archived.checked });
    const ownTemplates = data.templates.filter(({ source }) => source === "account");
    const drafts = listDrafts().filter((id) => !data.templates.some((template) => template.id === id));
    observer.disconnect();
    own.replaceChildren(...drafts.map(createDraftItem), ...ownTemplates.map(createItem));
    shared.replaceChildren(...data.templates.filter(({ source }) => source !== "account").map(createItem));
    empty.hidden = own.childElementCount > 0;
  }

  function createItem(template: TemplateListing) {
    const { id, name, description, source, version, isArchived } = template;
    const image = createElement("img", { width: 1200, height: 630, alt: "", hidden: true });
    image.dataset["template"] = id;
    observer.observe(image.hidden ? showFrame(image) : image);
    const isOwn = source === "account";
    const badges = [
      isOwn ? `v${version}` : { builtin: "Built-in", operator: "Shared", account: "" }[source ?? "builtin"],
      ...(isArchived ? ["Archived"] : []),
      ...(isOwn && loadDraft(id) ? ["Unpublished changes"] : []),
    ];
    const buttons = isOwn
      ? [
          createLink(`#/templates/${id}`, "Edit", `Edit ${name}`),
          createButton("Fork", `Fork ${name}`, () => forkTemplate(template)),
          createButton(
            isArchived ? "Restore" : "Archive",
            `${isArchived ? "Restore" : "Archive"} ${name}`,
            () => setArchived(template, !isArchived),
          ),
          createButton("Delete", `Delete ${name}`, async () => {
            if (!(await deleteTemplate(template))) return;
            await refresh();
            showMessage(`The template “${name}” was deleted.`);
          }),
        ]
      : [
          createLink(`#/playground/${id}`, "Try in playground", `Try in playground: ${name}`),
          createButton("Fork", `Fork ${name}`, () => forkTemplate(template)),
        ];
    return createListItem(id, name, description, badges, image, buttons);
  }

  function createDraftItem(id: string) {
    const image = createElement("img", { width: 1200, height: 630, alt: "", hidden: true });
    return createListItem(id, id, "Not published yet", ["Draft"], image, [
      createLink(`#/templates/${id}`, "Edit", `Edit ${id}`),
    ]);
  }

  async function setArchived({ id, name }: TemplateListing, isArchived: boolean) {
    await account.updateTemplate(id, { isArchived });
    await refresh();
    showMessage(
      isArchived
        ? `The template “${name}” was archived. It is hidden, and requests with it still work.`
        : `The template “${name}” was restored.`,
    );
  }

  return {
    element: createElement(
      "div",
      { className: "template-gallery" },
      createElement(
        "p",
        { className: "lead" },
        "A template is HTML and CSS that Placard renders without a browser. Fork one, change it, and use it by its ID. ",
        createElement("a", { href: "docs/templates" }, "How to write a template"),
        " · ",
        createElement("a", { href: "docs/built-in-templates" }, "Built-in templates"),
      ),
      createElement(
        "div",
        { className: "buttons gallery-actions" },
        create,
        createElement(
          "label",
          { className: "checkbox" },
          archived,
          createElement("span", {}, "Show archived templates"),
        ),
      ),
      createElement("h2", { id: "own-templates-title" }, "Your templates"),
      empty,
      own,
      createElement("h2", { id: "shared-templates-title" }, "Templates of this server"),
      shared,
    ),
    refresh,
    clear() {
      observer.disconnect();
      own.replaceChildren();
      shared.replaceChildren();
      archived.checked = false;
    },
  };
}

/** A hidden image is never in view, so it is shown empty until it is rendered. */
function showFrame(image: HTMLImageElement): HTMLImageElement {
  image.hidden = false;
  image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  return image;
}

async function renderCard(image: HTMLImageElement, id: string) {
  try {
    const data = await loadSample(id);
    const { data: card } = await accountWithoutDialogs.previewTemplate({ template: id, data });
    image.src = dataUrlOf(card);
  } catch {
    // The gallery works without the card. Opening the template shows the error.
  }
}

function createListItem(
  id: string,
  name: string,
  description: string,
  badges: readonly string[],
  image: HTMLElement,
  buttons: readonly HTMLElement[],
) {
  return createElement(
    "li",
    { className: "template-item" },
    createElement("div", { className: "card-frame" }, image),
    createElement(
      "h3",
      {},
      name,
      ...badges.map((badge) => createElement("span", { className: "badge" }, badge)),
    ),
    createElement("p", { className: "hint" }, createElement("code", {}, id)),
    createElement("p", { className: "hint" }, createMessage(description)),
    createElement("div", { className: "buttons" }, ...buttons),
  );
}

function createButton(label: string, accessibleName: string, run: () => Promise<void>) {
  const button = createElement(
    "button",
    { type: "button", className: "secondary small", "aria-label": accessibleName },
    label,
  );
  onClick(button, run);
  return button;
}

function createLink(href: string, label: string, accessibleName: string) {
  return createElement("a", { className: "button small", href, "aria-label": accessibleName }, label);
}
