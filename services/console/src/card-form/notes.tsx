import { PlacardError, type ImageWarning } from "@placard/client";
import { colorLabels } from "../brand/color-labels.ts";
import { MessageText } from "../components/page.tsx";
import { toEntryLabel, toLabel } from "./card-data.ts";

/** An error or a warning of the server about a part of a request. */
export interface Note {
  kind: "error" | "warning";
  /** JSON pointer into the request, such as `/data/speakers/0/photo`. */
  pointer: string;
  message: string;
}

/** Whether a note is about the value at a pointer or a part of it. */
export function isAbout({ pointer }: Note, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

/** The notes of an error that has `details`. */
export function notesOfError(error: unknown): Note[] {
  const details = error instanceof PlacardError ? error.details : [];
  return details.map(({ path, message }) => ({ kind: "error", pointer: path, message }));
}

/** The details of an error as sentences: “Enter a title.” */
export function describeDetails(error: unknown): string[] {
  return notesOfError(error).map((note) => describeNote(note, labelOf(note.pointer)));
}

/** The note of a warning, which names a data field (`speakers/0/photo`), an option or part of the brand. */
export function noteOfWarning({ field, message }: ImageWarning): Note {
  return { kind: "warning", pointer: pointerOf(field), message };
}

function pointerOf(field: string): string {
  return /^(options|brand)\//.test(field) ? `/${field}` : `/data/${field}`;
}

/**
 * What connects a control with its hint and its notes.
 * @param label names the control in messages
 */
export function describeControl({
  id,
  label,
  notes,
  hint,
}: {
  id: string;
  label: string;
  notes: readonly Note[];
  hint?: string | undefined;
}) {
  const textOf = (kind: Note["kind"]) =>
    notes
      .filter((note) => note.kind === kind)
      .map((note) => describeNote(note, label))
      .join(" ");
  const messages = (["error", "warning"] as const)
    .map((kind) => ({ kind, text: textOf(kind) }))
    .filter(({ text }) => text);
  const described = [...(hint ? ["hint"] : []), ...messages.map(({ kind }) => kind)];
  return {
    control: {
      id,
      "aria-invalid": messages[0]?.kind === "error" ? ("true" as const) : undefined,
      "aria-describedby": described.map((part) => `${id}-${part}`).join(" ") || undefined,
    },
    messages: messages.map(({ kind, text }) => (
      <p key={kind} id={`${id}-${kind}`} class={`field-${kind}`}>
        {text}
      </p>
    )),
    hint: hint && (
      <p id={`${id}-hint`} class="hint">
        <MessageText text={hint} />
      </p>
    ),
  };
}

/**
 * The message of a note as a sentence. “is required” becomes “Enter a title.” “must be at most 300
 * characters” becomes “Title must be at most 300 characters.”
 */
export function describeNote({ message, pointer }: Pick<Note, "message" | "pointer">, label: string): string {
  if (message === "is required")
    return `Enter ${/^[aeiou]/i.test(label) ? "an" : "a"} ${label.toLowerCase()}.`;
  // Warnings quote the path of the field in the data, and the names of options and colors.
  const path = pointer.replace(/^\/(data\/)?/, "");
  const named = message
    .replace(`“${path}”`, () => label)
    .replace(/`(\w+)`/g, (_, name: string) =>
      path === `options/${name}` ? label : `“${colorLabels[name as keyof typeof colorLabels] ?? name}”`,
    )
    .replace(/^(must|is|has|contains)\b/, (verb) => `${label} ${verb}`);
  const sentence = named.charAt(0).toUpperCase() + named.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/**
 * A warning with the labels of the forms: “Background color” instead of `brand/colors/ground`. A text of the
 * template is quoted instead.
 */
export function describeWarning(warning: ImageWarning): { field?: string; message: string } {
  const note = noteOfWarning(warning);
  const field = labelOf(note.pointer);
  const message = describeNote(note, field);
  return message.startsWith(field) || message.startsWith("“") ? { message } : { field, message };
}

/** A warning in one line. */
export function warningText(warning: ImageWarning): string {
  const { field, message } = describeWarning(warning);
  return field === undefined ? message : `${field}: ${message}`;
}

/** A message about several cards, with labels instead of the fields in quotation marks. */
export function withLabels(message: string): string {
  return message.replaceAll(/“([\w/]+)”/g, (_, field: string) => `“${labelOfField(field)}”`);
}

/** The label of the field of a warning: “Speaker 1, photo” for `speakers/0/photo`. */
export function labelOfField(field: string): string {
  return labelOf(pointerOf(field));
}

/** The label of what a pointer names: “Speaker 1, photo” for `/data/speakers/0/photo`. */
function labelOf(pointer: string): string {
  const [kind, ...path] = pointer.split("/").slice(1);
  if (kind === "brand") {
    const name = (path[0] === "logo" ? path[0] : path.at(-1)) ?? "";
    return `${colorLabels[name as keyof typeof colorLabels] ?? toLabel(name)} of the brand`;
  }
  const [name = "", index, part] = path;
  const label = toLabel(name);
  const entry = index === undefined ? label : `${toEntryLabel(label)} ${Number(index) + 1}`;
  return entry + (part === undefined ? "" : `, ${toLabel(part).toLowerCase()}`);
}
