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

/** @param control gets `aria-invalid` while there is an error */
export function createNoteTarget(id: string, control: HTMLElement): NoteTarget {
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
          .map(({ message }) => message.charAt(0).toUpperCase() + message.slice(1))
          .join(" ");
      showFieldError(control, elements[0]!, textOf("error"));
      elements[1]!.textContent = textOf("warning");
    },
  };
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
