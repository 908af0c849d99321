/** The page of `template dev`. It reads `/state` and shows the images again after each change. */
export const devPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Template preview</title>
<link rel="stylesheet" href="/style.css">
<h1></h1>
<ol id="problems" aria-label="Problems"></ol>
<div id="samples" aria-live="polite"></div>
<script type="module" src="/script.js"></script>
</html>
`;

/** The style sheet of the page. */
export const devStyle = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 24px }
h1 { font-size: 20px }
h2 { font-size: 15px; margin: 24px 0 8px }
ol { padding: 0; list-style: none; font-family: ui-monospace, monospace; white-space: pre-wrap }
.error { color: #d3302f }
.warning { color: #b06f00 }
.images { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
figure { margin: 0 }
img { display: block; max-width: 100%; height: 300px; width: auto; background: #8882 }
figcaption { font-size: 13px; max-width: 560px }
`;

/** The script of the page. All texts are set as text, never as markup. */
export const devScript = `const element = (tag, properties = {}, ...children) => {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
};

async function showImage(figure, sample, size) {
  const response = await fetch(\`/preview?sample=\${sample}&size=\${size}\`);
  const result = await response.json();
  const caption = element("figcaption", {}, size);
  for (const text of result.messages) caption.append(element("div", { className: "warning" }, text));
  figure.replaceChildren(...(result.src ? [element("img", { src: result.src, alt: "" })] : []), caption);
}

async function update() {
  const { name, problems, samples, sizes } = await (await fetch("/state")).json();
  document.querySelector("h1").textContent = document.title = name;
  document.querySelector("#problems").replaceChildren(
    ...problems.map(({ severity, text }) => element("li", { className: severity }, text)),
  );
  if (problems.some(({ severity }) => severity === "error")) return;
  const sections = samples.map((sample, index) => {
    const images = element("div", { className: "images" });
    for (const size of sizes) {
      const figure = images.appendChild(element("figure"));
      void showImage(figure, index, size);
    }
    return element("section", {}, element("h2", {}, sample), images);
  });
  document.querySelector("#samples").replaceChildren(...sections);
}

new EventSource("/changes").onmessage = update;
`;
