import type { TemplateDocument } from "@placard/client";
import { ConversionError, convertHtml, type Loss } from "@placard/templates/convert";
import { FieldError } from "../components/field-errors.ts";

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
