import type { ComponentChildren, Ref } from "preact";

/** A place for files that are dropped or picked. The input covers what is shown, and its label is outside. */
export function FileDrop({
  look = "",
  control,
  onFiles,
  children,
  ...attributes
}: {
  look?: string | undefined;
  control?: Ref<HTMLInputElement>;
  onFiles: (files: readonly File[], form: HTMLFormElement | null) => void;
  children?: ComponentChildren;
  id?: string;
  name?: string;
  /** File types, as for an `input`. */
  accept: string;
  multiple?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: "true" | undefined;
}) {
  return (
    <div class={`file-drop ${look}`}>
      {children || <span class="hint">Drop a file here, or choose one.</span>}
      <input
        {...attributes}
        ref={control ?? null}
        type="file"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = ""; // so that the same file can be picked again
          if (files.length > 0) onFiles(files, currentTarget.form);
        }}
      />
    </div>
  );
}
