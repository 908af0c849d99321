import {
  compileValidator,
  exactObject,
  imageMetadata,
  ownerTag,
  ownerTagOf,
  type WebhookEvent,
} from "@placard/contracts";
import Type from "typebox";
import { failedImage } from "./webhook-events.ts";

const { reason: _, ...common } = failedImage.properties;
const event = {
  id: Type.String({ pattern: "^msg_[0-9a-f]{32}$" }),
  account: Type.String(),
  at: Type.Integer({ minimum: 0, maximum: 8.64e15 }), // the last time of a Date
};
const validateEvent = compileValidator(
  Type.Union([
    exactObject({
      ...event,
      type: Type.Literal("image.rendered"),
      data: exactObject({ ...common, ...imageMetadata, isAuto: Type.Optional(Type.Literal(true)) }),
    }),
    exactObject({ ...event, type: Type.Literal("image.failed"), data: failedImage }),
  ]),
);

/**
 * Parses an event of a renderer. Undefined if it is none: a renderer whose decoder was taken over can add
 * anything. What it cannot do is to send an account an event of an image that is not its own.
 */
export function parseRenderEvent(json: string): WebhookEvent | undefined {
  try {
    const checked = validateEvent(JSON.parse(json));
    if (!checked.ok || ownerTagOf(checked.value.data.id) !== ownerTag(checked.value.account))
      return undefined;
    return checked.value;
  } catch {
    return undefined; // not JSON
  }
}
