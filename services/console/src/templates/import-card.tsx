import { ConversionError, convertHtml, type ConvertOptions, type Loss } from "@placard/templates/convert";
import { useSignal } from "@preact/signals";
import { useConsole } from "../app/console.ts";
import { FieldError } from "../components/field-errors.ts";
import { Field, TextField } from "../components/fields.tsx";
import { FileDrop } from "../components/file-drop.tsx";
import { createDraft, type Draft } from "./drafts.ts";

interface Card {
  id: string;
  name: string;
  html: string;
  /** `template.json`, if the HTML is that of a template. Empty: the HTML is converted. */
  json: string;
}

/**
 * Makes a draft of a card in HTML. Its data URLs are uploaded; those that are no assets are dropped.
 * @param exampleImage what images without a URL show
 * @throws FieldError if it can't be converted
 */
export async function importCard(
  { id, name, html, json }: Card,
  upload: (file: Blob) => Promise<{ id: string }>,
  exampleImage: string | undefined,
): Promise<{ draft: Draft; losses: readonly Loss[] }> {
  if (json !== "") return { draft: readTemplate({ id, name, html, json }), losses: [] };
  const refusedFiles = new Map<string, string>();
  for (;;) {
    const refused = refusedFiles.size;
    const conversion = convert(html, { id, refusedFiles, exampleImage });
    const assets: Record<string, string> = {};
    for (const [path, source] of conversion.files) {
      const file = toBlob(source);
      const asset = file && (await upload(file).catch((error: Error) => error.message));
      if (typeof asset !== "object") refusedFiles.set(source, asset ?? "it can't be read");
      else assets[path] = asset.id;
    }
    const template = { ...conversion.template, id, name };
    if (refusedFiles.size > refused) continue;
    const draft = createDraft({ template, html: conversion.html, assets });
    const hasExample = exampleImage !== undefined && draft.json.includes(exampleImage);
    return { draft, losses: [...(hasExample ? [exampleNote] : []), ...conversion.losses] };
  }
}

const exampleNote: Loss = {
  line: 1,
  column: 1,
  severity: "approximated",
  what: "Images without a file show an example photo. Double-click one to upload yours",
};

/** The files of a template as they are, unless the user has changed its ID or name. */
function readTemplate({ id, name, html, json }: Card): Draft {
  const template = parseObject(json);
  if (!template) throw new FieldError("json", "template.json is not a JSON object. Choose another file.");
  const isSame = template["id"] === id && template["name"] === name;
  if (!isSame) return createDraft({ template: { ...template, id, name }, html });
  return { json, html, assets: {} };
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function convert(html: string, options: ConvertOptions) {
  try {
    return convertHtml(html, options);
  } catch (error) {
    if (error instanceof ConversionError) throw new FieldError("html", error.message);
    throw error;
  }
}

/** The content of a data URL. The content security policy forbids to fetch it. */
function toBlob(url: string): Blob | undefined {
  const [, encoding, data = ""] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url) ?? [];
  try {
    if (!encoding) return new Blob([decodeURIComponent(data)]);
    return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))]);
  } catch {
    return undefined;
  }
}

/** HTML as text, and `template.json` if its file was chosen. Choosing files fills them. */
export function SourceFields() {
  const { actions } = useConsole();
  const html = useSignal("");
  const json = useSignal("");
  const chosen = useSignal("");
  function setHtml(text: string, form: HTMLFormElement | null) {
    html.value = text;
    if (inputOf(form, "name")?.value === "") fill(form, "name", titleOf(text)); // the ID follows
  }
  function setJson(text: string, form: HTMLFormElement | null) {
    json.value = text;
    for (const name of ["name", "id"]) fill(form, name, parseObject(text)?.[name]);
  }
  async function readFiles(files: readonly File[], form: HTMLFormElement | null) {
    chosen.value = files.map(({ name }) => name).join(", ");
    for (const file of files) (file.name.endsWith(".json") ? setJson : setHtml)(await file.text(), form);
  }
  return (
    <>
      <Field label="Files" name="files" hint="An HTML file, or template.html with its template.json.">
        {(attributes) => (
          <FileDrop
            {...attributes}
            multiple
            accept=".html,.htm,.json,text/html"
            // Not an action: the one that has opened the dialog is still running.
            onFiles={(files, form) => void readFiles(files, form).catch(actions.report)}
          >
            {chosen.value && <span>{chosen.value}</span>}
          </FileDrop>
        )}
      </Field>
      <TextField
        label="HTML"
        name="html"
        what="HTML, or choose a file"
        hint="Images from other servers become fields."
        rows={8}
        required
        spellcheck={false}
        value={html.value}
        onText={setHtml}
      />
      {json.value !== "" && (
        <TextField
          label="template.json"
          name="json"
          hint="The template is imported as it is. Upload its assets in the editor."
          rows={8}
          required
          spellcheck={false}
          value={json.value}
          onText={(text) => (json.value = text)}
        />
      )}
    </>
  );
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

/** Enters a text for the user. */
function fill(form: HTMLFormElement | null, name: string, text: unknown) {
  const input = inputOf(form, name);
  if (!input || typeof text !== "string") return;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The title of a page, as a name. */
function titleOf(html: string): string {
  const [, title = ""] = /<title[^>]*>([^<]*)/i.exec(html) ?? [];
  return title.replaceAll("&amp;", "&").replaceAll(/\s+/g, " ").trim().slice(0, 80);
}
