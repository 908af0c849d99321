import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { command, SetUpError } from "./command.mjs";

/**
 * @typedef {object} SystemPackage
 * @property {"run" | "compile" | "test" | "containers"} for always, only until canvas is compiled, or only
 *   for these tests
 * @property {string} apt the package of Debian and Ubuntu
 * @property {string} [brew] the formula or cask of Homebrew; absent if macOS includes it, or if there is none
 * @property {string} [program] installed if this program is on the PATH
 * @property {string} [header] installed if this file is in /usr/include
 * @property {string} [library] installed if this file is in a directory of /usr/lib
 * @property {string} [font] installed if the name of a font file starts with this
 */

/** @type {SystemPackage[]} */
const systemPackages = [
  { for: "run", apt: "redis-server", brew: "redis", program: "redis-server" },
  // For the command that `npm start` prints, and for the health check of the tests' S3 server.
  { for: "run", apt: "curl", program: "curl" },
  { for: "run", apt: "fonts-noto-core", brew: "font-noto-sans", font: "NotoSans-" },
  { for: "run", apt: "fonts-noto-cjk", brew: "font-noto-sans-cjk", font: "NotoSansCJK" },
  { for: "run", apt: "fonts-noto-color-emoji", font: "NotoColorEmoji" },
  { for: "run", apt: "libjemalloc2", library: "libjemalloc.so.2" },
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
  { for: "test", apt: "python3-aiosmtpd", program: "aiosmtpd" },
  { for: "test", apt: "dnsmasq-base", brew: "dnsmasq", program: "dnsmasq" },
  { for: "test", apt: "openssl", program: "openssl" },
  { for: "test", apt: "faketime", program: "faketime" },
  { for: "test", apt: "docker-compose", program: "docker-compose" },
  // For the code in these languages that the console and the guides show.
  { for: "test", apt: "php-cli", brew: "php", program: "php" },
  { for: "test", apt: "golang-go", brew: "go", program: "go" },
  { for: "containers", apt: "docker.io", program: "dockerd" },
  { for: "containers", apt: "debootstrap", program: "debootstrap" },
  { for: "containers", apt: "iptables", program: "iptables-save" },
];

const neededFor = {
  start: ["run"],
  test: ["run", "test"],
  containers: ["run", "test", "containers"],
};

const isMac = process.platform === "darwin";

/**
 * The names of the packages that are missing on this machine, detected by the files that they contain.
 * @param purpose `start`, `test` or `containers`
 * @param compile whether canvas has to be compiled
 */
export function missingPackages(purpose, compile) {
  return systemPackages
    .filter((each) => (each.for === "compile" ? compile : neededFor[purpose].includes(each.for)))
    .filter((each) => !(isMac ? isOnMac(each) : isOnLinux(each)))
    .map((each) => (isMac && each.brew) || each.apt);
}

/** @param {SystemPackage} systemPackage */
function isOnLinux({ program, header, library, font }) {
  if (program) return isOnPath(program);
  if (header) return existsSync(join("/usr/include", header));
  if (library)
    return readdirSync("/usr/lib").some((directory) => existsSync(join("/usr/lib", directory, library)));
  return fontFiles().some((file) => file.startsWith(font ?? ""));
}

/** @param {SystemPackage} systemPackage */
function isOnMac({ brew, program }) {
  if (!brew || (program && isOnPath(program))) return true;
  return ["/opt/homebrew", "/usr/local"].some((prefix) =>
    ["opt", "Caskroom"].some((kind) => existsSync(join(prefix, kind, brew))),
  );
}

function isOnPath(program) {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .concat("/usr/sbin") // where Debian installs servers: not on the PATH of every user
    .some((directory) => existsSync(join(directory, program)));
}

/** The names of all font files in the usual directories. */
function fontFiles() {
  const directories = ["/usr/share/fonts", "/usr/local/share/fonts", join(homedir(), ".local/share/fonts")];
  return directories
    .filter((directory) => existsSync(directory))
    .flatMap((directory) => readdirSync(directory, { recursive: true, withFileTypes: true }))
    .map((entry) => entry.name);
}

/**
 * Installs packages with apt-get, as root or through sudo, or with Homebrew. Throws SetUpError with the list
 * of packages if neither is available.
 */
export async function installSystemPackages(packages) {
  const options = ["-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=3"];
  const asRoot = process.getuid?.() === 0 ? [] : isOnPath("sudo") ? ["sudo"] : undefined;
  if (isMac && isOnPath("brew")) {
    await command("brew", ["install", ...packages]);
  } else if (!isMac && isOnPath("apt-get") && asRoot) {
    // sudo drops environment variables, so `env` sets this one after sudo.
    const aptGet = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...options];
    await run([...aptGet, "update"]);
    await run([...aptGet, "install", "-y", "--no-install-recommends", ...packages]);
  } else {
    throw new SetUpError(
      `Placard needs these system packages. Install them and try again:\n  ${packages.join(" ")}`,
    );
  }
}

function run([program = "", ...args]) {
  return command(program, args);
}
