import type { TemplateDetails } from "@placard/client";
import { confirmAction, openDialog } from "../dialogs.ts";
import { createElement } from "../elements.ts";
import { account } from "../session.ts";
import { createDraft, loadDraft, removeDraft, storeDraft } from "./drafts.ts";
import { createStarter } from "./starter.ts";

const idPattern = String.raw`[a-z][a-z0-9\-]{0,39}`;

/** Asks for a name, and opens the editor with a copy of a template. Nothing is published. */
export async function forkTemplate(source: Pick<TemplateDetails, "id" | "name">): Promise<void> {
  const named = await askForName({
    title: `Fork “${source.name}”`,
    text: "You get a copy to edit. It is private to your account, and not published yet.",
    id: `my-${source.id}`,
    name: `My ${source.name.toLowerCase()}`,
    action: "Fork template",
  });
  if (!named) return;
  const { data } = await account.getTemplate(source.id);
  const template = { ...data.document.template, ...named };
  storeDraft(named.id, createDraft({ ...data.document, template }));
  location.hash = `#/templates/${named.id}`;
}

/** Asks for a name, and opens the editor with a small document. Nothing is published. */
export async function createTemplate(): Promise<void> {
  const named = await askForName({
    title: "New template",
    text: "You start with a small example. Nothing is published yet.",
    id: "",
    name: "",
    action: "Create template",
  });
  if (!named) return;
  storeDraft(named.id, createDraft(createStarter(named.id, named.name)));
  location.hash = `#/templates/${named.id}`;
}

/** Deletes a template after a confirmation. @returns whether it was deleted */
export async function deleteTemplate({ id, name }: Pick<TemplateDetails, "id" | "name">): Promise<boolean> {
  const title = `Delete the template “${name}”?`;
  const text = "New requests with it fail. Images and links that exist keep working.";
  if (!(await confirmAction({ title, text, action: "Delete template" }))) return false;
  await account.deleteTemplate(id);
  removeDraft(id);
  return true;
}

/** Asks for the ID and the name of a template. The ID is in requests, so it can't be changed later. */
async function askForName({
  title,
  text,
  id,
  name,
  action,
}: {
  title: string;
  text: string;
  id: string;
  name: string;
  action: string;
}): Promise<{ id: string; name: string } | undefined> {
  const common = { required: true, autocomplete: "off" };
  const nameInput = createElement("input", { ...common, id: "template-name", value: name, maxLength: 80 });
  const idInput = createElement("input", {
    ...common,
    id: "template-id",
    value: id,
    pattern: idPattern,
    maxLength: 40,
    spellcheck: false,
    title: "Lowercase letters, digits and hyphens, starting with a letter",
    "aria-describedby": "template-id-hint",
  });
  let isIdEdited = id !== "";
  idInput.addEventListener("input", () => (isIdEdited = true));
  nameInput.addEventListener("input", () => {
    if (!isIdEdited) idInput.value = toId(nameInput.value);
  });
  return await openDialog({
    title,
    action,
    content: [
      createElement("p", {}, text),
      createElement("label", { htmlFor: "template-name" }, "Name"),
      nameInput,
      createElement("label", { htmlFor: "template-id" }, "ID"),
      idInput,
      createElement(
        "p",
        { id: "template-id-hint", className: "hint" },
        "Requests name the template by its ID. It can't be changed later.",
      ),
    ],
    async submit() {
      const chosen = idInput.value.trim();
      const { data } = await account.listTemplates({ archived: true });
      if (loadDraft(chosen) || data.templates.some((template) => template.id === chosen))
        throw new Error(`There is a template with the ID ${chosen}. Use another ID.`);
      return { id: chosen, name: nameInput.value.trim() };
    },
  });
}

function toId(name: string): string {
  const words = name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9\s-]/g, "")
    .trim();
  return words.replaceAll(/[\s-]+/g, "-").replace(/^[\d-]+/, "");
}
