import { MessageText } from "../../../components/page.tsx";

/** Why an edit was refused, which is read aloud. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    <p class="field-error" role="status">
      {text !== undefined && <MessageText text={text} />}
    </p>
  );
}
