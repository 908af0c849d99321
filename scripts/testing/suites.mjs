import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { projects } from "../setup/build.mjs";
import { root } from "../setup/command.mjs";

/** The suites by the suffix of file names. A test file belongs to the first suite whose pattern matches. */
const patterns = {
  /** Drives Chromium. */
  browser: /\.browser\.test\.m?js$/,
  /** Starts its own services: crashes, clusters, TLS, other settings, `npm start`. */
  system: /\.system\.test\.m?js$/,
  /** Sends requests to the Placard that test files share. */
  api: /\.api\.test\.m?js$/,
  /** Runs code in the test's own process, if necessary with a Redis or S3 server. */
  unit: /\.test\.m?js$/,
};

export const suiteNames = /** @type {(keyof typeof patterns)[]} */ (Object.keys(patterns));

/**
 * The compiled test files of these suites, relative to the root directory, in the order in which they run.
 * @param {readonly string[]} suites
 */
export function testFiles(suites) {
  // Listed by their sources: `tsc -b` does not delete the output of a deleted source.
  const compiled = projects().flatMap((project) =>
    filesIn(join(project, "src")).map((name) => join(project, "dist", name.replace(/\.tsx?$/, ".js"))),
  );
  const scripts = filesIn(join(root, "scripts")).map((name) => join(root, "scripts", name));
  const files = [...compiled, ...scripts].map((file) => relative(root, file));
  const suiteOf = (/** @type {string} */ file) => suiteNames.find((name) => patterns[name].test(file));
  const filesOf = (/** @type {string} */ name) =>
    suites.includes(name) ? files.filter((file) => suiteOf(file) === name).toSorted() : [];
  // Tests with own services and browsers mostly wait, so others run beside them. Unit tests that register
  // fonts run last, because these fonts count for renderers in the same process. They run from the services
  // to the packages, whose last files are short: no file is left to run alone.
  const registersFonts = (/** @type {string} */ file) =>
    /^(?:packages\/(?:engine|client|template-store)|services\/renderer|scripts)\//.test(file);
  const unit = filesOf("unit").toReversed();
  return [
    ...mix(
      [...filesOf("browser"), ...filesOf("system")],
      filesOf("api"),
      unit.filter((file) => !registersFonts(file)),
    ),
    ...unit.filter(registersFonts),
  ];
}

/**
 * Distributes the files of all lists evenly, each list in its order.
 * @param {readonly string[][]} lists
 */
function mix(...lists) {
  return lists
    .flatMap((list) => list.map((file, index) => ({ file, place: index / list.length })))
    .toSorted((one, other) => one.place - other.place)
    .map(({ file }) => file);
}

/** @param {string} directory */
function filesIn(directory) {
  return readdirSync(directory, { recursive: true, encoding: "utf8" });
}
