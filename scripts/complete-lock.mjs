// Native tools ship one package per platform, and npm locks only those that the registry in use offers. `npm ci` then refuses the
// lockfile ("Missing: … from lock file"). This script adds the missing packages with their platform, so that `npm ci` skips them on
// other platforms and installs them on theirs. Run it (`npm run lock`) after each change of dependencies; `npm run check` runs it
// with --check.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const packages = lock.packages;

/** The lockfile key to which `name` resolves from `from`, or null. */
function resolve(from, name) {
  for (let at = from; ; ) {
    const key = `${at ? `${at}/` : ""}node_modules/${name}`;
    if (packages[key]) return key;
    if (!at) return null;
    const up = at.lastIndexOf("/node_modules/");
    at = up < 0 ? "" : at.slice(0, up);
  }
}

const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "openbsd",
  "netbsd",
  "sunos",
  "aix",
  "openharmony",
  "win32",
  "windows",
];
const processors = ["arm64", "x64", "ia32", "arm", "ppc64", "s390x", "riscv64", "loong64", "mips64el"];

/** The platform in a package's name, or null. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  if (words.some((word) => word.startsWith("wasm32"))) return { cpu: ["wasm32"] };
  const os = systems.find((system) => words.includes(system));
  if (!os) return null;
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = /musl/.test(name) ? "musl" : os === "linux" && /gnu/.test(name) ? "glibc" : null;
  return { os: [os === "windows" ? "win32" : os], ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

const added = [];
for (const [key, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name);
    const known = resolve(key, name);
    if (!platform || !/^\d/.test(version) || (known && packages[known].version === version)) continue;
    const folder = key.includes("node_modules/") ? key.slice(0, key.lastIndexOf("node_modules/")) : "";
    const beside = `${folder}node_modules/${name}`;
    const place = packages[beside] ? `${key}/node_modules/${name}` : beside;
    packages[place] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform };
    added.push(`${name}@${version}`);
  }
}

if (process.argv.includes("--check")) {
  if (added.length > 0) {
    console.error(`package-lock.json lacks ${added.length} platform packages (${added[0]}, …). Run: npm run lock`);
    process.exit(1);
  }
} else if (added.length > 0) {
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`added ${added.length} platform packages`);
}
