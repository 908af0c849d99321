import type { TemplateDocument } from "@placard/client";
import { ConversionError, convertHtml, type Loss } from "@placard/templates/convert";
import { useSignal } from "@preact/signals";
import { useConsole } from "../app/console.ts";
import { FieldError } from "../components/field-errors.ts";
import { TextArea } from "../components/fields.tsx";

interface Card {
  id: string;
  name: string;
  html: string;
}

/**
 * Converts a card in HTML to a document. Its data URLs are uploaded; those that are no assets are dropped.
 * @throws FieldError if it can't be converted
 */
export async function importCard(
  { id, name, html }: Card,
  upload: (file: Blob) => Promise<string>,
): Promise<{ document: TemplateDocument; losses: readonly Loss[] }> {
  const refusedFiles = new Set<string>();
  for (;;) {
    const refused = refusedFiles.size;
    const conversion = convert(html, id, refusedFiles);
    const assets: Record<string, string> = {};
    for (const [path, source] of conversion.files) {
      const file = toBlob(source);
      const asset = file && (await upload(file).catch(() => undefined));
      if (asset === undefined) refusedFiles.add(source);
      else assets[path] = asset;
    }
    const template = { ...conversion.template, id, name };
    if (refusedFiles.size === refused)
      return { document: { template, html: conversion.html, assets }, losses: conversion.losses };
  }
}

function convert(html: string, id: string, refusedFiles: ReadonlySet<string>) {
  try {
    return convertHtml(html, { id, refusedFiles });
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

/** HTML as text. Choosing a file fills it. */
export function SourceFields() {
  const { actions } = useConsole();
  const html = useSignal("");
  function setSource(text: string, form: HTMLFormElement | null) {
    html.value = text;
    const name = form?.elements.namedItem("name");
    if (!(name instanceof HTMLInputElement) || name.value !== "") return;
    name.value = titleOf(text);
    name.dispatchEvent(new Event("input", { bubbles: true })); // the ID follows
  }
  return (
    <>
      <label for="import-file">HTML file</label>
      <input
        id="import-file"
        type="file"
        accept=".html,.htm,text/html"
        onChange={({ currentTarget: { files, form } }) => {
          void actions.run(async () => setSource((await files?.[0]?.text()) ?? html.value, form));
        }}
      />
      <TextArea
        label="HTML"
        name="html"
        hint="Choose a file, or paste HTML. Images from other servers become fields."
        spellcheck={false}
        value={html.value}
        onText={(text, { form }) => setSource(text, form)}
      />
    </>
  );
}

/** The title of a page, as a name. */
function titleOf(html: string): string {
  const [, title = ""] = /<title[^>]*>([^<]*)/i.exec(html) ?? [];
  return title.replaceAll("&amp;", "&").replaceAll(/\s+/g, " ").trim().slice(0, 80);
}
