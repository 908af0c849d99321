import type { Tag } from "./docs/operation.ts";
import type { Route } from "./http/route.ts";

/** A part of the gateway: its rows of the route table, and what runs in the background. */
export interface Feature {
  /** The group of its operations in the API reference. Without one, all its routes are pages. */
  readonly tag?: Tag;
  readonly routes: readonly Route[];
  /** Called when Redis is connected, before the gateway listens. */
  readonly start?: () => Promise<void> | void;
  /** Called when the last response has been sent, if it was started. */
  readonly stop?: () => Promise<void> | void;
}
