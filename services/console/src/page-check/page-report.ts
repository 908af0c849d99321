import type { PageCheck } from "@placard/client";
import { formatCount } from "../counts.ts";
import { createElement } from "../elements.ts";
import { formatBytes } from "../format-bytes.ts";
import { createLinkPreview } from "../link-previews/link-preview.ts";
import { dataUrlOf } from "../data-url.ts";
import { createProblemItem } from "./problem-item.ts";

/** The result of a check: a sentence about its problems, and the elements that show it. */
export function createPageReport(check: PageCheck): { summary: string; elements: HTMLElement[] } {
  const { problems, previews } = check;
  const sections = [
    createElement("p", { className: "facts" }, describePage(check)),
    problems.length > 0 &&
      createElement(
        "ul",
        { className: "page-problems", "aria-label": "Problems" },
        ...problems.map(createProblemItem),
      ),
    previews.length > 0 && createPreviews(check),
  ];
  return { summary: summarize(check), elements: sections.filter((section) => section !== false) };
}

function summarize({ problems }: PageCheck): string {
  if (problems.length === 0) return "No problems found.";
  const count = (severity: string, noun: string) => {
    const found = problems.filter((problem) => problem.severity === severity).length;
    return found === 0 ? [] : [formatCount(found, noun)];
  };
  return `${[...count("error", "error"), ...count("warning", "warning"), ...count("hint", "hint")].join(", ")}.`;
}

function describePage({ url, durationMs, images }: PageCheck): string {
  const facts = images.map(({ tag, format, width, height, bytes }) =>
    bytes === undefined
      ? `${tag}: not fetched`
      : `${tag}: ${[format?.toUpperCase(), width !== undefined && `${width}×${height}`, formatBytes(bytes)].filter(Boolean).join(", ")}`,
  );
  const loaded = durationMs === undefined ? "" : `, loaded in ${durationMs} ms`;
  return [`${url}${loaded}`, ...facts].join(" · ");
}

function createPreviews(check: PageCheck): HTMLElement {
  const figures = check.previews.map(
    ({ platform, card, title = "", description = "", domain, imageUrl, sources }) => {
      const image = imageUrl === undefined ? undefined : createImage(check, imageUrl);
      const figure = createLinkPreview(platform, {
        kind: card,
        image,
        title,
        description,
        domain,
        address: check.url,
      });
      const links = sources.map((source, index) =>
        createElement(
          "a",
          {
            href: source,
            rel: "noreferrer",
            "aria-label": `Source ${index + 1} of the rules of ${platform}`,
          },
          `Source ${index + 1}`,
        ),
      );
      figure.append(createElement("p", { className: "sources" }, ...links));
      return figure;
    },
  );
  const section = createElement("section", { "aria-labelledby": "page-previews-title" });
  section.append(
    createElement("h2", { id: "page-previews-title" }, "Link previews"),
    createElement(
      "p",
      { className: "hint" },
      "Approximate, by the rules that each platform documents, or that others report.",
    ),
    createElement("div", { className: "social-previews" }, ...figures),
  );
  return section;
}

/** Only the file of the first image is in the response: the page's policy permits no images of other servers. */
function createImage({ image, format, images }: PageCheck, imageUrl: string): HTMLElement {
  if (image !== undefined && format !== undefined && images[0]?.url === imageUrl)
    return createElement("img", { src: dataUrlOf({ image, format }), alt: "" });
  return createElement("div", { className: "image-placeholder" }, imageUrl);
}
