// A wrong installation silently runs the sources with the system's older Node, so each npm command checks the version first.
// Plain JavaScript, because an old Node must be able to read it.
import { readFileSync } from "node:fs";

const pinned = readFileSync(new URL("../.nvmrc", import.meta.url), "utf8").trim();
const [wantMajor, wantMinor] = pinned.split(".").map(Number);
const [major, minor] = process.versions.node.split(".").map(Number);

if (major !== wantMajor || minor < wantMinor) {
  console.error(
    `Inlay runs on Node ${pinned}; this is Node ${process.versions.node}.\n` +
      "The right version comes with the packages: run `npm ci` (without --ignore-scripts) in the project's root,\n" +
      "and start things with `npm run …`, which puts it first on the path.",
  );
  process.exit(1);
}
