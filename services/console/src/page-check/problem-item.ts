import type { PageProblem } from "@placard/client";
import { copyOnClick } from "../clipboard.ts";
import { createElement, createMessage } from "../elements.ts";

const labels = { error: "Error", warning: "Warning", hint: "Hint" } as const;

/** A problem of a page, with its fix, and the tag to copy. */
export function createProblemItem({ severity, message, fix, tag, platforms }: PageProblem): HTMLElement {
  return createElement(
    "li",
    { className: `card page-problem ${severity}` },
    createElement(
      "p",
      { className: "problem-kind" },
      createElement("span", { className: "severity" }, labels[severity]),
      platforms !== undefined && createElement("span", { className: "hint" }, platforms.join(", ")),
    ),
    createElement("p", { className: "problem-message" }, createMessage(message)),
    createElement("p", {}, createMessage(fix)),
    tag !== undefined && createTag(tag),
  );
}

function createTag(tag: string): HTMLElement {
  const button = createElement("button", { className: "secondary", type: "button" }, "Copy tag");
  button.ariaLabel = `Copy tag ${tag}`;
  copyOnClick(button, () => tag, "tag");
  const text = createElement("pre", {}, createElement("code", {}, tag));
  return createElement("div", { className: "problem-tag" }, text, button);
}
