import { createElement } from "../elements.ts";

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

/** The messages below a form control, which they describe for screen readers. */
export interface NoteTarget {
  elements: HTMLElement[];
  /** The IDs of the elements, for `aria-describedby`. */
  ids: string;
  /** Shows notes, and removes all others. */
  show: (notes: readonly Note[]) => void;
}

/**
 * Creates the elements for the messages of a form control.
 * @param control gets `aria-invalid` while there is an error
 * @param label names the control in messages
 */
export function createNoteTarget({
  id,
  control,
  label,
}: {
  id: string;
  control: HTMLElement;
  label: string;
}): NoteTarget {
  const elements = (["error", "warning"] as const).map((kind) =>
    createElement("p", { id: `${id}-${kind}`, className: `field-${kind}` }),
  );
  return {
    elements,
    ids: elements.map((element) => element.id).join(" "),
    show(notes) {
      const textOf = (kind: Note["kind"]) =>
        notes
          .filter((note) => note.kind === kind)
          .map((note) => describeNote(note, label))
          .join(" ");
      showFieldError(control, elements[0]!, textOf("error"));
      elements[1]!.textContent = textOf("warning");
    },
  };
}

/**
 * The message of a note as a sentence about the labeled control: “is required” becomes “Enter a title.”, and “must be at most
 * 300 characters” becomes “Title must be at most 300 characters.”
 */
export function describeNote({ message, pointer }: Pick<Note, "message" | "pointer">, label: string): string {
  if (message === "is required")
    return `Enter ${/^[aeiou]/i.test(label) ? "an" : "a"} ${label.toLowerCase()}.`;
  // Warnings quote the path of the field in the data.
  const named = message
    .replace(`“${pointer.replace(/^\/(data\/)?/, "")}”`, () => label)
    .replace(/^(must|is|has|contains)\b/, (verb) => `${label} ${verb}`);
  const sentence = named.charAt(0).toUpperCase() + named.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/**
 * Shows or removes the error of a form control.
 * @param target the element for the message
 * @param text "" removes the error
 */
export function showFieldError(control: HTMLElement, target: HTMLElement, text: string) {
  target.textContent = text;
  if (text) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}
