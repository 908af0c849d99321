import { outputOptions, type FieldError } from "@placard/contracts";
import { nearestName } from "@placard/contracts/nearest-name";

const bodyFields = ["template", "data", "options"];
const optionNames = Object.keys(outputOptions.properties);

/**
 * Describes unknown fields of a generate request that belong to another place of the body, such as `width` in
 * `data`. `dataFields` are the template's fields. Other errors are returned unchanged.
 */
export function suggestPlaces(errors: readonly FieldError[], dataFields: readonly string[]): FieldError[] {
  return errors.map((error) => {
    const suggestion = suggestPlace(error.path, dataFields);
    return suggestion === undefined
      ? error
      : { ...error, message: `is not a known field here. Did you mean \`${suggestion}\`?` };
  });
}

/**
 * The place of an unknown field, as a path with dots; undefined if the field is known, or the validator
 * suggests another.
 */
function suggestPlace(path: string, dataFields: readonly string[]): string | undefined {
  if (path === "/requests") return "POST /api/v1/og/generate/batch";
  const [, parent, name] = /^(|\/data|\/options)\/([^/]+)$/.exec(path) ?? [];
  if (parent === undefined || name === undefined) return undefined;
  const levels = [
    { parent: "", prefix: "", names: bodyFields },
    { parent: "/data", prefix: "data.", names: dataFields },
    { parent: "/options", prefix: "options.", names: optionNames },
  ];
  const own = levels.find((level) => level.parent === parent)?.names ?? [];
  if (own.includes(name)) return undefined;
  const places = levels
    .filter((level) => level.parent !== parent)
    .flatMap(({ prefix, names }) => names.map((each) => ({ name: each, place: prefix + each })));
  const exact = places.find((place) => place.name.toLowerCase() === name.toLowerCase());
  if (exact) return exact.place;
  if (nearestName(name, own) !== undefined) return undefined;
  const nearest = nearestName(
    name,
    places.map((place) => place.name),
  );
  return places.find((place) => place.name === nearest)?.place;
}
