import { MessageText } from "../../../components/page.tsx";

/** What an edit did, or why it was refused; read aloud. */
export function Notice({ text }: { text: string | undefined }) {
  return (
    <p class="field-error" role="status">
      {text !== undefined && <MessageText text={text} />}
    </p>
  );
}
