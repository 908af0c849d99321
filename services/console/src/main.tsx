import { render } from "preact";
import { App } from "./app/app.tsx";
import { createConsole, type Pictures } from "./app/console.ts";

const root = document.getElementById("app")!;

/** The URL of the server, derived from the page's URL, so that it has a proxy's path prefix. */
const baseUrl = new URL(".", document.baseURI).href.replace(/\/$/, "");
/** The build replaces the names of the pictures by their paths. */
const { icon = "", icons = "", blog = "", product = "", event = "" } = root.dataset;
const pictures: Pictures = { icon, icons, blog, product, event };

const services = createConsole({ baseUrl, pictures, fetch: (...request) => fetch(...request) });
render(<App console={services} />, root);
