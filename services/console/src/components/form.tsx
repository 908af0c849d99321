import { type Signal, useSignal } from "@preact/signals";
import { createContext, type ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { checkFields, fieldErrorsOf, findControls, type FieldErrors } from "./field-errors.ts";

export interface FormValues {
  /** Each field's text, trimmed. Those that are empty are left out. */
  texts: Readonly<Record<string, string>>;
  /** All values of a field, such as checked boxes. */
  all: (name: string) => string[];
  /** Restores the initial values. */
  reset: () => void;
}

const ErrorsContext = createContext<Signal<FieldErrors> | undefined>(undefined);

/**
 * A form that shows errors at their fields, in place of the browser's own messages,
 * which disappear. An error is shown until the user changes the field.
 */
export function Form({
  onSubmit,
  run,
  children,
  class: className,
  label,
}: {
  /** Rejections with `details` are shown at the fields. */
  onSubmit: (values: FormValues) => Promise<void>;
  /** Replaces the runner of actions, which shows all other errors. */
  run?: (action: () => Promise<void>) => Promise<void>;
  children: ComponentChildren;
  class?: string;
  label?: string;
}) {
  const { actions } = useConsole();
  const errors = useSignal<FieldErrors>({});

  /** Shows errors, and moves the focus to the first field that has one. */
  function show(form: HTMLFormElement, found: FieldErrors) {
    errors.value = found;
    findControls(form)
      .find(({ name }) => found[name] !== undefined)
      ?.focus();
  }

  async function submit(form: HTMLFormElement) {
    const found = checkFields(form);
    show(form, found);
    if (Object.keys(found).length > 0) return;
    await (run ?? actions.run)(async () => {
      try {
        await onSubmit(readForm(form));
      } catch (error) {
        const causes = fieldErrorsOf(form, error);
        if (!causes) throw error;
        show(form, causes);
      }
    });
  }

  return (
    <ErrorsContext.Provider value={errors}>
      <form
        noValidate
        class={className}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
        onInput={({ target }) => {
          const { [(target as HTMLInputElement).name]: _, ...others } = errors.value;
          errors.value = others;
        }}
        onReset={() => (errors.value = {})}
      >
        {children}
      </form>
    </ErrorsContext.Provider>
  );
}

/** @returns the error of a field of the form around the component */
export function useFieldError(name: string): string | undefined {
  return useContext(ErrorsContext)?.value[name];
}

function readForm(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  const texts = [...data.entries()].map(([name, value]) => [name, toText(value).trim()] as const);
  return {
    texts: Object.fromEntries(texts.filter(([, text]) => text !== "")),
    all: (name) => data.getAll(name).map(toText),
    reset: () => form.reset(),
  };
}

/** Forms of the console have no fields for files: these are uploaded when the user picks them. */
function toText(value: FormDataEntryValue): string {
  return typeof value === "string" ? value : "";
}
