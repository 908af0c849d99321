import { combine, inTurn, removeDeclaration, type StyleDeclaration } from "@placard/template-edit";
import { propertyTable, type PropertyDescription } from "@placard/templates/vocabulary";
import type { StyleReader } from "./style-reader.ts";
import { ChoiceField } from "./choice-field.tsx";
import { choicesOf } from "./choices.ts";
import { colorIn, gradientStops, resolveVariables, withColor, wordsOf, writtenGradient } from "./colors.ts";
import { declarationsFor, isUnarranged, removedWith } from "./declarations-for.ts";
import type { Design } from "./design.ts";
import { GradientField } from "./gradient-field.tsx";
import { isIcon } from "./names.ts";
import { PictureField, PositionField } from "./picture-fields.tsx";
import { picturesOf, pictureValue } from "./pictures.ts";
import { explain, labelOf, mixed, sentence, toCss, toShown } from "./property-texts.ts";
import { fitRangeOf, inPixels } from "./relative-lengths.ts";
import { hasSides } from "./side-fields.tsx";
import { SourceField } from "./source-field.tsx";
import { startOf, stepNumbers, stepOf } from "./steps.ts";
import { Swatches } from "./swatches.tsx";

/** CSS as in the choices: strings have double quotes, also in a `style` attribute, and `flex` is a share. */
const asInChoices = (css: string) => css.replaceAll("'", '"').replace(/^([\d.]+) 1 0(?:px|%)?$/, "$1");

/** The value of a CSS property of the selected elements, and where it comes from. */
export function PropertyField({
  design,
  property,
  setter,
  inherited,
  isMixed = false,
}: {
  design: Design;
  property: Pick<PropertyDescription, "name" | "syntax" | "initial" | "example">;
  setter: StyleDeclaration | undefined;
  /** The value that an element around it sets, if the property is inherited. */
  inherited: string | undefined;
  /** Whether the selected elements have different values: none is shown then. */
  isMixed?: boolean;
}) {
  const { name, syntax, initial, example } = property;
  const { template, selected } = design;
  const variables = design.variables.value;
  const names = Object.keys(variables);
  const styles = design.styles.value;
  const value = setter?.name === name ? withoutFallbacks(inPixels(styles, setter.value)) : "";
  const label = name === "color" && selected.value && isIcon(selected.value) ? "Color" : labelOf(name);
  const title = `${name}: ${syntax}`;
  // Read now: a click selects other elements before the focus leaves the field.
  const paths = design.selection.value.map(({ path }) => path);

  function commit(next: string): string | undefined {
    const color = syntax === "<color>" ? resolveVariables(toCss(next, property, names), variables) : "";
    if (color !== "" && !/var\(|\{\{/.test(color) && !CSS.supports("color", color))
      return explain("This is not a color. Accepted: <color>", property);
    const operations = paths.map((path) =>
      next.trim() === ""
        ? inTurn(removedWith(design, name).map((each) => removeDeclaration(path, each, design.target())))
        : design.declare(path, declarationsFor(design, path, name, toCss(next, property, names))),
    );
    const reason = design.tryRun(combine(operations));
    return reason && explain(reason, property);
  }

  const element = selected.value;
  const container = name === "align-self" ? element?.parent : element;
  const isColumn = container
    ? styles.direction(container) === "column" || isUnarranged(styles, container)
    : false;
  const pictures = picturesOf(name, isColumn);
  const choices = choicesOf(property, design);
  const nameOfValue = (each: string) => {
    if (gradientStops(each).length > 1) return "Gradient";
    const chosen = choices?.find(([choice]) => choice === asInChoices(each))?.[1];
    const shown = chosen ?? toShown(withoutFallbacks(asInChoices(each)), names);
    return shown.replaceAll(/\d*\.\d{3,}/g, (number) => String(Math.round(100 * Number(number)) / 100));
  };
  const length = isMixed ? undefined : lengthOnCard(name, design, paths.at(-1) ?? "");
  const isAsWritten = /^[\d.]+px$/.test(value) && Math.abs(parseFloat(value) - (length ?? 0)) <= 1;
  const ofShorthand = value === "" && setter && partOf(setter.value, name, variables);
  const hint = (
    <>
      {describeOrigin(ofShorthand ? setter.name : name, setter, styles, template.value.ruleUses)}
      {value !== "" && length !== undefined && !isAsWritten && (
        <span class="row">
          {label} on this card: {Math.round(length)} px
        </span>
      )}
    </>
  );
  /** Of the text on the card: tags such as `h1` are bold. */
  const weight = name === "font-weight" ? design.boxOf(paths.at(-1) ?? "")?.text?.fontWeight : undefined;
  const unset = weight?.toString() ?? inherited;
  const placeholder = isMixed
    ? mixed
    : ofShorthand
      ? nameOfValue(ofShorthand)
      : unset === undefined
        ? sentence(nameOfValue(initial ?? "")) + (length === undefined ? "" : `, ${Math.round(length)} px`)
        : nameOfValue(inPixels(styles, unset));
  const setValue = (next: string) => (design.notice.value = commit(next));

  const isSet = value !== "" || isMixed;
  const frame = { label, isSet, title, hint: isMixed ? mixed : hint, commit: setValue };
  if (pictures.length > 0) {
    const shown = isMixed ? "" : pictureValue(name, setter?.value ?? inherited ?? initial ?? "", isColumn);
    return <PictureField {...frame} pictures={pictures} selected={shown} />;
  }
  if (name === "object-position") return <PositionField {...frame} value={value || (initial ?? "")} />;
  if (choices) {
    const gradient =
      name === "background-image" ? writtenGradient(value || ofShorthand || "", variables) : "";
    return (
      <>
        <ChoiceField
          label={label}
          value={asInChoices(value)}
          choices={choices}
          unset={placeholder}
          otherLabel={nameOfValue(value)}
          title={title}
          hint={hint}
          commit={setValue}
        />
        {gradientStops(gradient).length > 1 && (
          <GradientField design={design} gradient={gradient} commit={setValue} />
        )}
      </>
    );
  }

  const isNumber = /<(?:length|line-width|number|integer|angle|percentage)/.test(syntax);
  /** Sides that differ are shown by SideFields, and ranges of sizes by FitFields. */
  const isBySide = hasSides(name) && value.includes(" ");
  const isInParts = isBySide || fitRangeOf(value) !== undefined;
  const start = isInParts ? value : startOf(property, inherited, () => element && design.boxOf(element.path));
  function step(text: string, by: number): string | undefined {
    const isEmpty = text === "";
    const stepped = stepNumbers(isEmpty ? start : toCss(text, property, names), by);
    if (stepped !== undefined) return fitRangeOf(stepped) ? stepped : toShown(stepped, names, property);
    return isEmpty ? start : undefined;
  }

  return (
    <div class="property-field">
      <SourceField
        label={label}
        value={isInParts ? "" : toShown(value, names, property)}
        commit={commit}
        placeholder={isBySide ? "By side" : isInParts ? "Fits its room" : placeholder}
        title={title}
        step={step}
        stepBy={isNumber && !value.includes("calc(") ? stepOf(value || start, syntax) : undefined}
        hint={hint}
      />
      {/<color>/.test(syntax) && (
        <Swatches
          design={design}
          label={label}
          color={colorIn(setter?.value ?? "", variables)}
          inherited={colorIn(inherited ?? "", variables)}
          commit={(next) => {
            const isAlone = syntax === "<color>" && !value.includes(" ");
            setValue(withColor(isAlone ? "" : value || example, next, variables));
          }}
        />
      )}
    </div>
  );
}

/** A value with variables alone: they have a value. */
function withoutFallbacks(value: string): string {
  return value.replaceAll(/(var\(--[\w-]+),(?:[^()]|\([^()]*\))*/g, "$1");
}

/** The size that an element or its text has on the shown card. */
function lengthOnCard(name: string, design: Design, path: string): number | undefined {
  if (name === "font-size") return design.boxOf(path)?.text?.fontSize;
  return name === "width" || name === "height" ? design.boxOf(path)?.[name] : undefined;
}

/** The color or the image that a shorthand sets, if it is one. */
function partOf(
  value: string,
  name: string,
  variables: Readonly<Record<string, string>>,
): string | undefined {
  const color = colorIn(value, variables);
  if (name !== "background-image") return /color/.test(name) ? color : undefined;
  return color === undefined && wordsOf(value).length === 1 ? value : undefined;
}

/** The rule or the shorthand that sets a value. */
function describeOrigin(
  name: string,
  setter: StyleDeclaration | undefined,
  styles: StyleReader,
  ruleUses: ReadonlyMap<unknown, number>,
) {
  if (!setter) return undefined;
  const { origin, value } = setter;
  const isPart = setter.name !== name && wordsOf(value).length > 1;
  const property = propertyTable.find((each) => each.name === setter.name);
  const shorthand = isPart
    ? `${labelOf(setter.name)}: ${toShown(inPixels(styles, value), [], property)}`
    : "";
  if (origin.kind === "attribute") return shorthand;
  const { conditionTexts } = origin.rule;
  const isShared = (ruleUses.get(origin.rule) ?? 0) > 1;
  const words = [shorthand, ...conditionTexts.map(describeSize), isShared ? "Set for all like it" : ""];
  return (
    <span title={[...conditionTexts, origin.selector].join(" ")}>{words.filter(Boolean).join(" · ")}</span>
  );
}

/** The sizes at which a rule applies. */
function describeSize(condition: string): string {
  const [, size, width, height] =
    /^@container (?:(\(width: (\d+)px\) and \(height: (\d+)px\))$)?/.exec(condition) ?? [];
  if (size !== undefined) return `Only at ${width} × ${height}`;
  return /^@(?:container|media)/.test(condition) ? "Only at some sizes" : "";
}
