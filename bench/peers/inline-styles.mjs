/* global document, getComputedStyle, Node */

/**
 * The card that Chromium shows, with the computed values of each element in its style attribute: as HTML, and
 * as a tree of elements. Generated content becomes elements. Runs in the browser.
 */
export function inlineStyles() {
  const root = document.querySelector("x-card > :not(style)");
  const probe = document.createElement("x-probe");
  document.body.append(probe);
  const valuesOf = (element, pseudo) => {
    if (!pseudo) return new Map([...element.computedStyleMap()].map(([name, all]) => [name, all.join(", ")]));
    const style = getComputedStyle(element, pseudo);
    return new Map([...style].map((name) => [name, style.getPropertyValue(name)]));
  };
  const initial = valuesOf(probe);
  const inherited = new Set(
    "border-collapse color direction font-family font-feature-settings font-kerning font-size font-stretch font-style font-variant-caps font-variant-numeric font-weight hyphens letter-spacing line-height list-style-type overflow-wrap paint-order text-align text-indent text-transform text-wrap-mode text-wrap-style text-shadow visibility white-space-collapse word-break word-spacing writing-mode -webkit-text-stroke-width -webkit-text-stroke-color -webkit-text-fill-color".split(
      " ",
    ),
  );
  // Aliases, and colors that follow from `color`.
  const skipped =
    /^(?:-webkit-(?!line-clamp|box-orient|text-)|inline-size|block-size|(?:min|max)-(?:inline|block)|perspective-origin|caret-|column-rule|text-emphasis-color|text-decoration-color|(?:margin|padding|inset|border|overflow|contain-intrinsic|overscroll|scroll)-(?:inline|block)|border-(?:start|end)|font-variation|font-optical|transition|animation|unicode-bidi|text-size|d$|content|counter|quotes|cursor|x$|y$|r[xy]?$|c[xy]$|-internal)/;
  const camel = (name) => name.replace(/^-/, "").replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

  const styleOf = (values, parent) => {
    const style = {};
    for (const [name, value] of values) {
      if (name.startsWith("--") || skipped.test(name)) continue;
      const base = inherited.has(name) ? (parent ?? initial).get(name) : initial.get(name);
      // Lists have an entry for each layer.
      const isInitial = value === base || value.split(", ").every((entry) => entry === base);
      if (isInitial && name !== "display") continue;
      if (
        name.endsWith("color") &&
        name !== "color" &&
        name !== "background-color" &&
        value === values.get("color")
      )
        continue;
      if (name === "transform-origin" && values.get("transform") === "none") continue;
      // Chromium names the horizontal side of a corner first, other libraries expect it last.
      const usual = value.replaceAll(/to (left|right) (top|bottom)/g, "to $2 $1");
      style[name] = name === "font-family" ? "Inter" : usual;
    }
    // The shorthands that libraries know.
    if (style["white-space-collapse"] || style["text-wrap-mode"]) {
      const collapse = values.get("white-space-collapse");
      const nowrap = values.get("text-wrap-mode") === "nowrap";
      style["white-space"] =
        { collapse: nowrap ? "nowrap" : "normal", preserve: nowrap ? "pre" : "pre-wrap" }[collapse] ??
        "pre-line";
    }
    if (style["text-wrap-style"]) style["text-wrap"] = style["text-wrap-style"];
    for (const name of ["white-space-collapse", "text-wrap-mode", "text-wrap-style"]) delete style[name];
    return style;
  };

  const boxElements = [];
  const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const toHtml = (node) => {
    if (typeof node === "string") return escape(node);
    const { type, props } = node;
    const css = Object.entries(node.css)
      .map(([name, value]) => `${name}: ${value}`)
      .join("; ");
    if (type === "br") return "<br>";
    if (type === "img") return `<img src="${escape(props.src)}" style="${escape(css)}">`;
    return `<${type} style="${escape(css)}">${props.children.map(toHtml).join("")}</${type}>`;
  };
  const create = (type, css, props) => ({
    type,
    css,
    props: {
      ...props,
      style: Object.fromEntries(Object.entries(css).map(([name, value]) => [camel(name), value])),
    },
  });

  const convert = (element, parent) => {
    const values = valuesOf(element);
    const display = values.get("display");
    if (display === "none") return [];
    const css = styleOf(values, parent);
    if (element === root) Object.assign(css, { width: "100%", height: "100%" });
    const isBox = display !== "contents" && (display !== "inline" || element.localName === "img");
    if (isBox) boxElements.push(element);
    if (element.localName === "br") return [create("br", {}, { children: [] })];
    if (element.localName === "svg") {
      const markup = element.outerHTML.replaceAll("currentColor", values.get("color"));
      const svg = markup.includes("xmlns=")
        ? markup
        : markup.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
      return [
        create("img", css, { src: `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(svg)))}` }),
      ];
    }
    if (element.localName === "img") return [create("img", css, { src: element.getAttribute("src") })];
    const pseudo = (which) => {
      const { content, display: shown } = getComputedStyle(element, which);
      if (content === "none" || content === "normal" || shown === "none") return [];
      const text = /^"(.*)"$/.exec(content)?.[1] ?? "";
      const own = new Map([...valuesOf(element, which)].filter(([name]) => initial.has(name)));
      return [create("span", styleOf(own, values), { children: [text] })];
    };
    const isOuterSpace = /flex|grid/.test(display);
    const children = [...element.childNodes].flatMap((child) => {
      if (child.nodeType === Node.ELEMENT_NODE)
        return child.localName === "style" ? [] : convert(child, values);
      if (child.nodeType !== Node.TEXT_NODE) return [];
      if (child.data.trim() === "" && (isOuterSpace || child.data.includes("\n"))) return [];
      return [
        values.get("white-space-collapse") === "collapse" ? child.data.replace(/\s+/g, " ") : child.data,
      ];
    });
    return [
      create(display === "inline" ? "span" : "div", css, {
        children: [...pseudo("::before"), ...children, ...pseudo("::after")],
      }),
    ];
  };

  const [tree] = convert(root);
  probe.remove();
  // Boxes are compared without transforms.
  for (const { style } of boxElements) {
    for (const name of ["translate", "rotate", "scale"]) style.setProperty(name, "none", "important");
    style.setProperty("transform", "none", "important");
  }
  const boxes = boxElements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });
  return { boxes, tree, html: toHtml(tree) };
}
