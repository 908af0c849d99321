import {
  combine,
  listElements,
  rulesOf,
  setAttribute,
  setTemplateText,
  textOf,
  type SourceElement,
} from "@placard/template-edit";
import { useEffect, useRef } from "preact/hooks";
import { toLabel } from "../../../card-form/card-data.ts";
import { SmallButton } from "../../../components/small-button.tsx";
import { Choice } from "../../../components/choice.tsx";
import { phonePanel } from "../../../components/page.tsx";
import { showHidden } from "./actions.ts";
import { extendToEdges, marginsToEdges } from "./card-edges.ts";
import { ChoiceField } from "./choice-field.tsx";
import { ColorFields } from "./color-fields.tsx";
import type { Design, Scope } from "./design.ts";
import { setFieldValues, textAt } from "./editable-texts.ts";
import { insertWithField, makeTextField } from "./insertions.ts";
import {
  attributeOf,
  conditionsOf,
  describeCondition,
  fieldOf,
  loopAround,
  nameOf,
  repeatedAround,
} from "./names.ts";
import { mainGroupOf, PropertyGroups } from "./property-groups.tsx";
import { ValueField } from "./sample-form.tsx";
import { SourceField } from "./source-field.tsx";
import { hiddenAt } from "./style-reader.ts";

/** The text, attributes and CSS of the selected element. Several elements have only their CSS. */
export function Inspector({ design }: { design: Design }) {
  const panel = useRef<HTMLElement>(null);
  const element = design.selected.value;
  useEffect(() => {
    // The upload of an image, or the first field.
    const first = ".image-input button:last-of-type, input:not([hidden], [type='url'])";
    if (design.isInspectorNext.value) panel.current?.querySelector<HTMLElement>(first)?.focus();
    design.isInspectorNext.value = false;
  }, [design.isInspectorNext.value]);
  const isEmpty = design.template.value.root?.children.length === 0;
  if (!element)
    return (
      <div class="inspector">
        <TemplateTexts design={design} />
        <p class="hint">
          {isEmpty ? "The card is empty. Begin with" : "Select an element in the preview or in the layers."}
        </p>
        {isEmpty &&
          (["Title", "Text", "List"] as const).map((kind) => (
            <SmallButton
              key={kind}
              label={kind}
              name={`Insert: ${kind}`}
              run={() => insertWithField(design, kind)}
            />
          ))}
      </div>
    );
  const count = design.selection.value.length;
  const name = nameOf(design.template.value, element);
  return (
    // While elements of one kind are selected, it keeps its scroll position, and its groups stay open.
    <section
      key={mainGroupOf(design.template.value, element)}
      ref={panel}
      class="inspector"
      aria-label="Inspector"
    >
      {count > 1 ? (
        <>
          <h2>{count} elements selected</h2>
          <p class="hint">Changes apply to all.</p>
        </>
      ) : (
        <>
          <Around design={design} element={element} />
          <h2>{name}</h2>
        </>
      )}
      <p class="hint" role="status">
        <Missing design={design} element={element} />
      </p>
      {count === 1 && <Content design={design} element={element} />}
      <Target design={design} element={element} />
      {count === 1 && element.path === "" && <ColorFields design={design} root={element} />}
      <PropertyGroups design={design} element={element} />
    </section>
  );
}

/** Buttons that select the elements around an element, from the card inwards. */
function Around({ design, element }: { design: Design; element: SourceElement }) {
  const around: SourceElement[] = [];
  for (let { parent } = element; parent; { parent } = parent) around.unshift(parent);
  if (around.length === 0) return null;
  return (
    <nav class="elements-around" aria-label="Elements around it">
      {around.map((each, index) => (
        <span key={each.path}>
          {index > 0 && " › "}
          <button type="button" class="plain" onClick={() => design.select(each.path)}>
            {nameOf(design.template.value, each)}
          </button>
        </span>
      ))}
    </nav>
  );
}

/** Why an element is not on the card, with a button that shows what is hidden at the size. */
function Missing({ design, element }: { design: Design; element: SourceElement }) {
  const { styles, size, onlySize, isOnCard } = design;
  const { name, width, height } = size.value;
  const hidden = hiddenAt(styles.value, element);
  if (!hidden)
    return isConditional(element) && !isOnCard(element.path) ? <>Not on the card with this data</> : null;
  const { show, isAtAllSizes } = showHidden(design, hidden, onlySize.value);
  return (
    <>
      Hidden at {name}.
      {onlySize.value && ` To delete it at all sizes, uncheck “Only at ${width} × ${height}”.`}{" "}
      <SmallButton
        label={isAtAllSizes ? "Show at all sizes" : `Show at ${name}`}
        run={() => design.run(show)}
      />
    </>
  );
}

/** Whether an element is on the card only with some data. */
function isConditional(element: SourceElement | undefined): boolean {
  if (!element) return false;
  const isOwn = conditionsOf(element).length > 0 || attributeOf(element, "drop") !== undefined;
  return isOwn || isConditional(element.parent);
}

/** The field and the text that an element shows, and its attributes. */
function Content({ design, element }: { design: Design; element: SourceElement }) {
  const { path } = element;
  const fields = design.fields.value;
  const field = fieldOf(element);
  const text = textOf(design.template.value, element);
  const shownText = textAt(design, path)?.value;
  const attribute = (name: string, value: string) =>
    setAttribute(path, name, value === "" ? undefined : value);
  const lists = [...fields].filter(([, { kind }]) => kind === "list");
  const condition = conditionsOf(element).find(({ name }) => name !== "each");
  const repetition = conditionsOf(element).find(({ name }) => name === "each");
  const drop = attributeOf(element, "drop") ?? "";
  const set = [condition, repetition, drop, attributeOf(element, "data-name")].filter(Boolean);
  /** The field of an image, or that of the one whose place an element takes if there is none. */
  const image = element.tag === "img" ? field : condition?.name === "unless" ? condition.value : undefined;
  const imageField = image === undefined ? undefined : fields.get(image);
  return (
    <>
      {field !== undefined && fields.has(field) && (
        <SmallButton
          label={`Open the field “${toLabel(field)}”`}
          run={() => (design.shownField.value = field)}
        />
      )}
      {image !== undefined && imageField?.kind === "text" && imageField.format === "image-url" && (
        <ValueField
          key={`${path} image`}
          name={image}
          field={imageField}
          label="Image of the shown data"
          value={design.editor.previewRequest().data[image]}
          write={(value) => {
            const reason = setFieldValues(design, { [image]: value });
            design.notice.value = reason;
            const photo = listElements(design.template.value.root).find(
              (each) => each.tag === "img" && fieldOf(each) === image,
            );
            const isAdded = reason === undefined && value !== undefined && element.tag !== "img";
            if (isAdded && photo) design.select(photo.path);
          }}
        />
      )}
      {path !== "" && (element.tag === "img" || text === "") && element.children.length === 0 && (
        <EdgesButton design={design} element={element} />
      )}
      {text !== undefined && shownText !== undefined && (
        <SourceField
          key={`${path} text`}
          label="Text"
          value={shownText}
          commit={(value) => textAt(design, path)?.write(value)}
        />
      )}
      {text && !text.includes("{{") && (
        <SmallButton
          label={`Different ${loopAround(element) ? "in each entry" : "on each card"}`}
          title="Makes the text a field"
          run={() => makeTextField(design, element, text)}
        />
      )}
      {path === "" ? (
        <TemplateTexts design={design} />
      ) : (
        <details class="conditions" name={phonePanel()}>
          <summary>
            Name and conditions {set.length > 0 && <span class="badge">{set.length} set</span>}
          </summary>
          <SourceField
            key={`${path} name`}
            label="Layer name"
            value={attributeOf(element, "data-name") ?? ""}
            placeholder="By its content"
            commit={(value) => design.tryRun(attribute("data-name", value))}
          />
          <ChoiceField
            label="Show"
            value={condition ? `${condition.name} ${condition.value}` : ""}
            choices={[...fields.keys()].flatMap((name) => [
              [`if ${name}`, `If there is “${toLabel(name)}”`] as const,
              [`unless ${name}`, `If there is no “${toLabel(name)}”`] as const,
            ])}
            unset="Always"
            otherLabel={condition && describeCondition(condition)}
            commit={(value) => {
              const [kind, ...words] = value.split(" ");
              const conditions = ["if", "unless"].map((each) =>
                attribute(each, each === kind ? words.join(" ") : ""),
              );
              design.run(combine(conditions));
            }}
          />
          {((lists.length > 0 && !repeatedAround(element)) || repetition) && (
            <ChoiceField
              label="Repeat"
              value={repetition?.value ?? ""}
              choices={lists.map(([name]) => [`item of ${name}`, `For each of “${toLabel(name)}”`])}
              unset="Once"
              otherLabel={repetition && describeCondition(repetition)}
              commit={(value) => design.run(attribute("each", value))}
            />
          )}
          <ChoiceField
            label="Without room"
            value={drop}
            choices={[
              ["1", repetition ? "Leave out the last" : "Leave out"],
              ["2", "Leave out first"],
            ]}
            unset="Keep"
            otherLabel={`Leave out (${drop})`}
            commit={(value) => design.run(attribute("drop", value))}
          />
        </details>
      )}
    </>
  );
}

/** A button that extends a photo or a shape over the paddings around it. */
function EdgesButton({ design, element }: { design: Design; element: SourceElement }) {
  if (marginsToEdges(design.template.value, element, design.card.value) === undefined) return null;
  return <SmallButton label="Extend to the edges of the card" run={() => extendToEdges(design, element)} />;
}

function TemplateTexts({ design }: { design: Design }) {
  const template = design.editor.read.value.document?.template ?? {};
  const field = (part: "name" | "description", label: string) => (
    <SourceField
      label={label}
      value={typeof template[part] === "string" ? template[part] : ""}
      commit={(value) => design.tryRun(setTemplateText(part, value.trim()))}
    />
  );
  return (
    <>
      {field("name", "Template name")}
      {field("description", "Description")}
    </>
  );
}

/** Which elements and sizes edits of CSS apply to. */
function Target({ design, element }: { design: Design; element: SourceElement }) {
  const { scope, onlySize } = design;
  const { width, height } = design.size.value;
  const { ruleUses } = design.template.value;
  const usesOf = ({ rule }: ReturnType<typeof rulesOf>[number]) => ruleUses.get(rule) ?? 0;
  /** The last rule that also matches other elements, but not all. */
  const shared = rulesOf(design.template.value, element, design.card.value).findLast(
    (each) => usesOf(each) > 1 && each.selector !== "*",
  );
  return (
    <fieldset>
      <legend class={shared ? undefined : "visually-hidden"}>Changes apply to</legend>
      {shared && (
        <Choice<Scope>
          name="design-scope"
          options={[
            ["element", design.selection.value.length > 1 ? "Only these" : "Only this"],
            ["rule", `All ${usesOf(shared)} like it`],
          ]}
          selected={scope.value}
          onSelect={(next) => (scope.value = next)}
        />
      )}
      <label class="checkbox only-size">
        <input
          type="checkbox"
          checked={onlySize.value}
          onChange={({ currentTarget }) => design.setOnlySize(currentTarget.checked)}
        />
        <span>
          Only at {width} × {height}
        </span>
      </label>
      <p class="hint">
        {onlySize.value ? "Other sizes keep their look." : "Sizes with own values keep them."}
      </p>
    </fieldset>
  );
}
