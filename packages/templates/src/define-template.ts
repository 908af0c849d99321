import type { Static, TObject } from "typebox";
import { visibleFields } from "./fields.ts";
import type { Canvas } from "./frame.ts";
import type { Scene } from "./scene.ts";

/** A kind of card: what it is called, what it takes, and how it turns that into a scene. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Part of an image's identity: raised with every change that changes pixels. */
  readonly version: number;
  /** The fields that the listing names, in this order; `data` may accept more. */
  readonly fields: readonly string[];
  /** The JSON Schema of the data. */
  readonly data: TObject;
  /** Pure: the same data and size give the same scene. `data` has been checked against the schema. */
  scene(data: Readonly<Record<string, string>>, canvas: Canvas): Scene;
}

/** Ties a template's scene to the type of its own schema, and hands it out under the common type. */
export function defineTemplate<Data extends TObject>(
  template: Omit<Template, "data" | "scene"> & {
    readonly data: Data;
    scene(data: Readonly<Static<Data>>, canvas: Canvas): Scene;
  },
): Template {
  return {
    ...template,
    // Whoever calls has validated: the schema is what makes a record of strings into this type.
    scene: (data, canvas) => template.scene(visibleFields(data) as Static<Data>, canvas),
  };
}
