import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { command, SetUpError } from "./command.mjs";

/**
 * @typedef {object} Part what the project needs of the system
 * @property {"run" | "compile" | "test"} for when: always, while canvas is yet to be compiled, for tests
 * @property {string} apt Debian's and Ubuntu's package
 * @property {string} [brew] Homebrew's formula or cask; absent where macOS has it, or nobody has
 * @property {string} [program] there when on the PATH
 * @property {string} [header] there when in /usr/include
 * @property {string} [font] there when a font file's name begins so
 */

/** @type {Part[]} */
const parts = [
  { for: "run", apt: "redis-server", brew: "redis", program: "redis-server" },
  // The line that `npm start` prints to paste; and the tests' S3 server is watched with it.
  { for: "run", apt: "curl", program: "curl" },
  { for: "run", apt: "fonts-noto-core", brew: "font-noto-sans", font: "NotoSans-" },
  { for: "run", apt: "fonts-noto-cjk", brew: "font-noto-sans-cjk", font: "NotoSansCJK" },
  { for: "run", apt: "fonts-noto-color-emoji", font: "NotoColorEmoji" },
  { for: "compile", apt: "python3", program: "python3" },
  { for: "compile", apt: "make", program: "make" },
  { for: "compile", apt: "g++", program: "g++" },
  { for: "compile", apt: "pkg-config", brew: "pkgconf", program: "pkg-config" },
  { for: "compile", apt: "libcairo2-dev", brew: "cairo", header: "cairo/cairo.h" },
  { for: "compile", apt: "libpango1.0-dev", brew: "pango", header: "pango-1.0/pango/pango.h" },
  { for: "compile", apt: "libjpeg-dev", brew: "jpeg-turbo", header: "jpeglib.h" },
  { for: "compile", apt: "libgif-dev", brew: "giflib", header: "gif_lib.h" },
  { for: "test", apt: "chromium", program: "chromium" },
  { for: "test", apt: "ceph-mon", program: "ceph-mon" },
  { for: "test", apt: "ceph-osd", program: "ceph-osd" },
  { for: "test", apt: "radosgw", program: "radosgw" },
  { for: "test", apt: "openssl", program: "openssl" },
  { for: "test", apt: "faketime", program: "faketime" },
  { for: "test", apt: "docker-compose", program: "docker-compose" },
];

const isMac = process.platform === "darwin";

/**
 * The packages that this machine lacks, by their names here. Told by the files they bring, whoever brought them.
 * @param {"start" | "test"} purpose
 * @param {boolean} compile whether canvas is yet to be compiled
 */
export function missingPackages(purpose, compile) {
  return parts
    .filter((part) => part.for === "run" || (part.for === "compile" ? compile : purpose === "test"))
    .filter((part) => !(isMac ? isOnMac(part) : isOnLinux(part)))
    .map((part) => (isMac && part.brew) || part.apt);
}

/** @param {Part} part */
function isOnLinux({ program, header, font }) {
  if (program) return isOnPath(program);
  if (header) return existsSync(join("/usr/include", header));
  return fontFiles().some((file) => file.startsWith(font ?? ""));
}

/** @param {Part} part */
function isOnMac({ brew, program }) {
  if (!brew || (program && isOnPath(program))) return true;
  return ["/opt/homebrew", "/usr/local"].some((prefix) =>
    ["opt", "Caskroom"].some((kind) => existsSync(join(prefix, kind, brew))),
  );
}

/** @param {string} program */
function isOnPath(program) {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((directory) => existsSync(join(directory, program)));
}

/** The names of all font files, wherever the distribution puts them. */
function fontFiles() {
  const places = ["/usr/share/fonts", "/usr/local/share/fonts", join(homedir(), ".local/share/fonts")];
  return places
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place, { recursive: true, withFileTypes: true }))
    .map((entry) => entry.name);
}

/**
 * Installs packages by the system's own means: apt as root or through sudo, or brew. Throws SetUpError, with what to
 * install by hand, where there are none.
 * @param {readonly string[]} packages
 */
export async function installSystemPackages(packages) {
  const options = ["-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=3"];
  const asRoot = process.getuid?.() === 0 ? [] : isOnPath("sudo") ? ["sudo"] : undefined;
  if (isMac && isOnPath("brew")) {
    await command("brew", ["install", ...packages]);
  } else if (!isMac && isOnPath("apt-get") && asRoot) {
    // sudo lets no variable through, so that env sets it behind it.
    const aptGet = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...options];
    await run([...aptGet, "update"]);
    await run([...aptGet, "install", "-y", "--no-install-recommends", ...packages]);
  } else {
    throw new SetUpError(
      `Placard needs these system packages; install them and try again:\n  ${packages.join(" ")}`,
    );
  }
}

/** @param {readonly string[]} words */
function run([program = "", ...args]) {
  return command(program, args);
}
