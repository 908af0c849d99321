import {
  compileValidator,
  exactObject,
  failedImageData,
  ownerTag,
  ownerTagOf,
  parseJson,
  renderedImageData,
  type WebhookEvent,
} from "@placard/contracts";
import Type from "typebox";

const event = {
  id: Type.String({ pattern: "^msg_[0-9a-f]{32}$" }),
  account: Type.String(),
  at: Type.Integer({ minimum: 0, maximum: 8.64e15 }), // the last time of a Date
};
const validateEvent = compileValidator(
  Type.Union([
    exactObject({ ...event, type: Type.Literal("image.rendered"), data: renderedImageData }),
    exactObject({ ...event, type: Type.Literal("image.failed"), data: failedImageData }),
  ]),
);

/**
 * Parses an event of a renderer. Undefined if it is none: a renderer whose decoder was taken over can add
 * anything. What it cannot do is to send an account an event of an image that is not its own.
 */
export function parseRenderEvent(json: string): WebhookEvent | undefined {
  const checked = validateEvent(parseJson(json));
  if (!checked.ok || ownerTagOf(checked.value.data.id) !== ownerTag(checked.value.account)) return undefined;
  return checked.value;
}
