// Every relative link in the Markdown files must point to an existing file, and every anchor to an existing heading.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "./stack.ts";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file && existsSync(path.join(root, file)));

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[`*_]/g, "")
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
const headingsOf = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading ?? ""));

const broken: string[] = [];
for (const file of files) {
  const text = readFileSync(path.join(root, file), "utf8").replaceAll(/```[\s\S]*?```/g, "");
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [where = "", anchor] = target.split("#");
    const place = where ? path.resolve(root, path.dirname(file), decodeURIComponent(where)) : path.join(root, file);
    if (!existsSync(place)) broken.push(`${file}: ${target}`);
    else if (anchor && statSync(place).isFile() && place.endsWith(".md") && !headingsOf(place).includes(anchor))
      broken.push(`${file}: ${target}`);
  }
}
if (broken.length > 0) {
  console.error(`These links are broken:\n  ${broken.join("\n  ")}`);
  process.exit(1);
}
console.log(`${files.length} Markdown files, no broken links`);
