import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { toLabel, type CardData, type FieldSchema, type FormTemplate } from "./card-data.ts";
import type { CardForm } from "./card-form.ts";
import { DataField } from "./data-field.tsx";
import { isAbout } from "./notes.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import { TemplatePicker } from "./template-picker.tsx";

/**
 * A form with a live preview: size and format above the image, and warnings at the fields.
 * @param id unique on the page
 * @param children shown below the image
 * @param results shown below them; on a phone, below the form
 */
export function Workspace({
  id,
  form,
  children,
  results,
}: {
  id: string;
  form: CardForm;
  children?: ComponentChildren;
  results?: ComponentChildren;
}) {
  const element = useRef<HTMLDivElement>(null);
  const focusCount = form.focusCount.value;
  useEffect(() => {
    if (focusCount === 0) return;
    const control = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (control instanceof HTMLFieldSetElement ? control.querySelector("button") : control)?.focus();
  }, [focusCount]);
  return (
    <div ref={element} class="workspace">
      <form class="card data-form" aria-label="Card" noValidate onSubmit={(event) => event.preventDefault()}>
        <TemplatePicker id={id} form={form} />
        <DataFields id={id} form={form} />
      </form>
      <PreviewFrame id={id} form={form} results={results}>
        {children}
      </PreviewFrame>
    </div>
  );
}

function DataFields({ id, form }: { id: string; form: CardForm }) {
  const { template, data = {} }: Partial<{ template: FormTemplate; data: CardData }> =
    form.content.value ?? {};
  const { properties = {}, required = [] }: FieldSchema = template?.schema ?? {};
  return (
    // What is typed while another example is loading would be lost.
    <fieldset class="data-fields" disabled={template !== form.selected.value}>
      {Object.entries(properties).map(([name, schema]) => (
        <DataField
          key={`${template?.id} ${name}`}
          id={`${id}-data-${name}`}
          pointer={`/data/${name}`}
          label={toLabel(name)}
          schema={schema}
          isRequired={required.includes(name)}
          value={data[name]}
          notes={form.notes.value.filter((note) => isAbout(note, `/data/${name}`))}
          upload={form.settings.upload}
          onChange={(value) => form.setField(name, value)}
        />
      ))}
    </fieldset>
  );
}
