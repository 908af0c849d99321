import { toSchema, type DataField } from "@placard/templates/source";
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useAccount } from "../../../app/account.ts";
import { readValue, toLabel, type FieldSchema, type FieldValue } from "../../../card-form/card-data.ts";
import { DataField as Field } from "../../../card-form/data-field.tsx";
import type { Design } from "./design.ts";
import { setFieldValues } from "./editable-texts.ts";
import { Notice } from "./notice.tsx";

/** The data of the card, as in the playground. */
export function SampleForm({ design }: { design: Design }) {
  const { data } = design.editor.previewRequest();
  const refusal = useSignal<string | undefined>(undefined);
  return (
    <div class="data-form">
      {[...design.fields.value].map(([name, field]) => (
        <ValueField
          key={name}
          name={name}
          field={field}
          label={toLabel(name)}
          value={data[name]}
          write={(value) => (refusal.value = setFieldValues(design, { [name]: value }))}
        />
      ))}
      <Notice text={refusal.value} />
    </div>
  );
}

/** The form field for a value of a field of the draft, which is written as one types. */
export function ValueField({
  name,
  field,
  label,
  value,
  write,
}: {
  name: string;
  field: DataField;
  label: string;
  value: unknown;
  /** @param value undefined if it is empty */
  write: (value: unknown) => void;
}) {
  const { uploadImage } = useAccount();
  const id = useId();
  /** It may have empty entries, which a value has not. */
  const entered = useSignal<FieldValue | undefined>(undefined);
  const schema = toSchema(new Map([[name, field]])).properties[name] as FieldSchema;
  const isCurrent = JSON.stringify(readValue(schema, entered.value)) === JSON.stringify(value);
  return (
    <Field
      id={id}
      pointer=""
      label={label}
      schema={{ ...schema, description: "" }}
      isRequired={false}
      value={isCurrent ? entered.value : (value as FieldValue | undefined)}
      notes={[]}
      upload={uploadImage}
      onChange={(next) => {
        entered.value = next;
        write(readValue(schema, next));
      }}
    />
  );
}
