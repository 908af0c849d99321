import type { TemplateDetails } from "@placard/client";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { FieldError } from "../components/field-errors.ts";
import { TextField } from "../components/fields.tsx";
import { loadPart } from "../components/load-part.ts";
import { createDraft, viewKey, type Draft } from "./drafts.ts";
import { StartingPoints } from "./starting-points.tsx";
import { emptyPage } from "./starter.ts";

type NamedTemplate = Pick<TemplateDetails, "id" | "name">;

/** What can be done with templates. Each asks first. */
export function useTemplateActions() {
  const { router } = useConsole();
  const { api, upload, dialogs, importLosses, samples } = useAccount();

  /** Asks for the ID and the name of a template. */
  function askForName<Result>({ title, text, action, initial, more, submit }: NameRequest<Result>) {
    return dialogs.open({
      title,
      action,
      content: (
        <>
          <NameFields text={text} initial={initial} />
          {more}
        </>
      ),
      async submit({ texts: { id = "", name = "", start = "" }, all }) {
        const [templates, drafts] = await Promise.all([
          api.listTemplates({ archived: true }),
          api.listDrafts(),
        ]);
        if ([...templates.data.templates, ...drafts.data.drafts].some((taken) => taken.id === id))
          throw new FieldError("id", `There is a template with the ID ${id}. Use another ID.`);
        const [[html = ""], [json = ""]] = [all("html"), all("json")]; // as written, not trimmed
        return submit({ id, name, html, json, start });
      },
    });
  }

  async function open(id: string, draft: Draft) {
    await api.putDraft(id, draft);
    localStorage.removeItem(viewKey); // opens the design
    router.open(`templates/${id}`);
  }

  return {
    /** Opens the editor with a copy of a template. Nothing is published. */
    async copy(source: NamedTemplate) {
      const named = await askForName({
        title: `Copy “${source.name}”`,
        text: "You get a template to edit. It is private to your account, and not published yet.",
        action: "Copy template",
        initial: { id: `my-${source.id}`, name: `My ${source.name.toLowerCase()}` },
        submit: ({ id, name }) => ({ id, name }),
      });
      if (!named) return;
      const { data } = await api.getTemplate(source.id);
      const { json: _, ...document } = data.document;
      await open(named.id, createDraft({ ...document, template: { ...document.template, ...named } }));
    },

    /** Opens the editor with a designed document, or an empty one. Nothing is published. */
    async create() {
      const { data } = await api.listStartingPoints();
      const documents = [emptyPage, ...data.startingPoints];
      const document = await askForName({
        title: "New template",
        text: "Choose what you start from. You can change all of it. Nothing is published yet.",
        action: "Create template",
        initial: { id: "", name: "" },
        more: <StartingPoints documents={documents} />,
        submit({ id, name, start }) {
          const chosen = documents.find(({ template }) => template["id"] === start) ?? documents[0]!;
          return { ...chosen, template: { ...chosen.template, id, name } };
        },
      });
      if (document) await open(document.template.id, createDraft(document));
    },

    /** Opens the editor with a card in HTML, and lists what it lost. Nothing is published. */
    async importCard() {
      // It has the compiler of templates, so it is loaded when it is first used.
      const { importCard, SourceFields } = await loadPart("The import", import("./import-card.tsx"));
      const card = await askForName({
        title: "Import HTML",
        text: "Your card becomes a template. Nothing is published yet.",
        action: "Import",
        initial: { id: "", name: "" },
        more: <SourceFields />,
        async submit({ id, name, html, json }) {
          const { photo } = await samples.loadOfStartingPoint("listing");
          const imported = await importCard({ id, name, html, json }, upload, photo as string | undefined);
          return { id, ...imported };
        },
      });
      if (!card) return;
      importLosses.value = new Map(importLosses.value).set(card.id, card.losses);
      await open(card.id, card.draft);
    },
  };
}

interface NameRequest<Result> {
  title: string;
  text: string;
  action: string;
  initial: NamedTemplate;
  /** Fields behind the name and the ID. */
  more?: ComponentChildren;
  submit: (values: NamedTemplate & { html: string; json: string; start: string }) => Result | Promise<Result>;
}

/** The ID follows the name until it is edited. It is in requests, so it can't be changed later. */
function NameFields({ text, initial }: { text: string; initial: NamedTemplate }) {
  const isIdEdited = useRef(false);
  return (
    <>
      <p>{text}</p>
      <TextField
        label="Name"
        name="name"
        defaultValue={initial.name}
        maxLength={80}
        autocomplete="off"
        required
        onText={(entered, form) => {
          const id = form?.elements.namedItem("id");
          if (!isIdEdited.current && id instanceof HTMLInputElement) id.value = toId(entered);
        }}
      />
      <TextField
        label="ID"
        name="id"
        hint="Its name in links and code. It can't be changed later."
        defaultValue={initial.id}
        pattern="[a-z][a-z0-9\-]{0,62}"
        title="Lowercase letters, digits and hyphens, starting with a letter"
        maxLength={63}
        autocomplete="off"
        spellcheck={false}
        required
        onText={() => (isIdEdited.current = true)}
      />
    </>
  );
}

/** Whole words of a name, if they have at most 40 characters. */
function toId(name: string): string {
  const words = name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9\s-]/g, "")
    .trim();
  const id = words.replaceAll(/[\s-]+/g, "-").replace(/^[\d-]+/, "");
  return id.length <= 40
    ? id
    : id
        .slice(0, 41)
        .replace(/-[^-]*$/, "")
        .slice(0, 40);
}
