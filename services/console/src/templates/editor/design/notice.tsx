import { MessageText } from "../../../components/page.tsx";

/** Why an edit was refused or did less than asked; read aloud. */
export function Notice({ text }: { text: string | undefined }) {
  return (
    <p class="field-error" role="status">
      {text !== undefined && <MessageText text={text} />}
    </p>
  );
}
