import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { FileDrop } from "../components/file-drop.tsx";
import { SmallButton } from "../components/small-button.tsx";

/** A field that uploads a file as an asset when the user picks it or drops it on the field. */
export function AssetField({
  label,
  hint,
  warning,
  accept,
  look,
  assetId,
  onChange,
}: {
  label: string;
  hint: string;
  /** Replaces the hint. */
  warning?: string | false | undefined;
  /** File types, as for an `input`. */
  accept: string;
  look?: "on-light" | "on-dark" | undefined;
  assetId: string | undefined;
  onChange: (assetId: string | undefined) => void;
}) {
  const { actions } = useConsole();
  const { upload, assetUrl } = useAccount();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const description = useSignal("Uploaded");

  function pick(file: File) {
    void actions.run(async () => {
      const { id: uploaded, font } = await upload(file);
      const style = font?.style === "italic" ? " italic" : "";
      description.value = font ? `${font.family}, weight ${font.weight}${style}` : file.name;
      onChange(uploaded);
    });
  }

  return (
    <div class="field">
      <label for={id}>{label}</label>
      <FileDrop
        id={id}
        control={input}
        look={look}
        accept={accept}
        aria-describedby={`${id}-hint`}
        onFiles={([file]) => pick(file!)}
      >
        {assetId !== undefined && (
          <>
            {accept.startsWith("image/") && (
              <img
                key={assetId}
                src={assetUrl(assetId)}
                alt=""
                onError={() => (description.value = "The image could not be loaded.")}
              />
            )}
            <span class="hint">{description.value}</span>
          </>
        )}
      </FileDrop>
      {assetId !== undefined && (
        <SmallButton
          label="Remove"
          name={`Remove: ${label}`}
          run={() => {
            onChange(undefined);
            input.current?.focus();
          }}
        />
      )}
      <p id={`${id}-hint`} class={warning ? "field-warning" : "hint"}>
        {warning || hint}
      </p>
    </div>
  );
}
