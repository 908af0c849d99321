import { toPointer, type FieldError, type TemplateData, type outputOptions } from "@placard/contracts";
import { nearestName } from "@placard/contracts/nearest-name";
import { remoteImagesOf, type TemplateDescription } from "@placard/templates";
import type { Static, TSchema } from "typebox";

type CardOptions = Pick<Static<typeof outputOptions>, "layout" | "focus">;

/** The errors of the options that depend on the template: unknown layouts, and fields without an image. */
export function listCardOptionErrors(
  { layouts, data }: Pick<TemplateDescription, "layouts" | "data">,
  { layout, focus = {} }: CardOptions,
): FieldError[] {
  const errors: FieldError[] = [];
  if (layout !== undefined && !layouts.includes(layout)) {
    const message =
      layouts.length === 0 ? "must be absent: the template has one layout" : notOneOf(layouts, layout);
    errors.push({ path: "/options/layout", message });
  }
  const focused = Object.keys(focus);
  const fields = focused.length === 0 ? [] : imageFieldsOf(data);
  for (const field of focused) {
    if (fields.includes(field.replace(/\/\d+(?=\/|$)/gu, "/0"))) continue;
    const message =
      fields.length === 0 ? "must be absent: the template has no images" : notOneOf(fields, field);
    errors.push({ path: toPointer("options", "focus", field), message });
  }
  return errors;
}

function notOneOf(names: readonly string[], name: string): string {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "" : `. Did you mean \`${nearest}\`?`;
  return `must be one of ${names.join(", ")}; this is \`${name}\`${hint}`;
}

/** The paths of the fields with images: `cover`, `photos/0`, `speakers/0/photo`. */
function imageFieldsOf({ properties }: TemplateDescription["data"]): string[] {
  const pathsOf = (path: string, { format, items, properties: parts }: FieldSchema): string[] => {
    if (format === "image-url") return [path];
    if (items) return pathsOf(`${path}/0`, items);
    return Object.entries(parts ?? {}).flatMap(([name, part]) => pathsOf(`${path}/${name}`, part));
  };
  return Object.entries(properties as Record<string, FieldSchema>).flatMap(([name, field]) =>
    pathsOf(name, field),
  );
}

interface FieldSchema extends TSchema {
  format?: string;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
}

/** The positions of the images that a card has: others must not change its ID. Undefined without any. */
export function usedFocus(
  template: Pick<TemplateDescription, "data">,
  data: TemplateData,
  focus: CardOptions["focus"],
): CardOptions["focus"] {
  if (!focus) return undefined;
  const fields = new Set(remoteImagesOf(template, data).map(({ field }) => field));
  const used = Object.entries(focus).filter(([field]) => fields.has(field));
  return used.length === 0 ? undefined : Object.fromEntries(used);
}
