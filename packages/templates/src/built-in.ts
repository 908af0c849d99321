import { blog } from "./blog.ts";
import { createFixedProvider } from "./catalog.ts";
import { event } from "./event.ts";
import { product } from "./product.ts";
import type { Template } from "./template.ts";

/** The templates that Placard includes, by id, in the order in which they are listed. */
export const builtInTemplates = { blog, product, event } as const satisfies Record<string, Template>;

/** The id of a built-in template. */
export type BuiltInTemplateId = keyof typeof builtInTemplates;

/** The built-in templates as a provider of the catalog. */
export const builtInProvider = createFixedProvider(Object.values(builtInTemplates));
