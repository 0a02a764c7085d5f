// Gzipped sizes of what a browser loads: the embed script, the portal's first page, and what each further screen adds to it.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./stack.ts";

type Chunk = { file: string; imports?: string[]; css?: string[] };

const dist = path.join(root, "apps/portal/dist");
const manifest = JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;

/** The files of entries of the portal's manifest, with their static imports. */
function filesOf(...names: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no ${name}`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(path.join(dist, file));
    chunk.imports?.forEach(collect);
  };
  names.forEach(collect);
  return files;
}

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000;

// The catalog, the flow and its first screen are loaded dynamically, but the first page needs them.
const firstScreen = "src/onboarding/steps/start-flow.tsx";
const firstPage = readFileSync(path.join(dist, "index.html"), "utf8");
const firstLoad = new Set([
  ...[...firstPage.matchAll(/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => path.join(dist, file)),
  ...filesOf("src/locales/en.po", "src/onboarding/onboarding-flow.tsx", firstScreen),
]);
const screens = Object.keys(manifest).filter(
  (name) => /^src\/[a-z]+\/steps\/[^/]+\.tsx$/.test(name) && name !== firstScreen,
);
/** The page of an offer, and the further pages of products, which are opened from it. */
const offers = ["src/offers/offer-flow.tsx", "src/locales/offers/en.po"];
const productPages = Object.keys(manifest).filter((name) => /^src\/products\/[^/]+\/[^/]+\.tsx$/.test(name));
/** The pages after an offer is chosen. An owner comes there from the page of an offer. */
const closingPages = Object.keys(manifest).filter((name) => /^src\/offers\/closing\/[^/]+\.tsx$/.test(name));
/** The pages of servicing, each of which is opened from its home page. */
const servicing = ["src/servicing/servicing-flow.tsx", "src/locales/servicing/en.po"];
const servicingPages = Object.keys(manifest).filter((name) =>
  /^src\/(?:servicing|products\/(?:[^/]+\/)?servicing)\/[^/]+\.tsx$/.test(name),
);
/** The texts of the product that a page of servicing is about. */
const textsOf = (page: string): string[] => {
  const areas: [pages: RegExp, area: string][] = [
    [/cash-advance\/servicing|servicing\/advance/, "advances"],
    [/(invoice|payables)-financing\/servicing|servicing\/invoices/, "invoices"],
    [/line-of-credit\/servicing/, "line-of-credit"],
    [/term-loan\/servicing/, "term-loan"],
  ];
  return areas.flatMap(([pages, area]) => (pages.test(page) ? [`src/locales/${area}/en.po`] : []));
};
/** The forms of invoices, which are opened from the page on which a file is chosen. */
const invoicePage = "src/products/invoice-financing/servicing/invoice-upload.tsx";
const invoiceForms = Object.keys(manifest).filter((name) => /^src\/products\/servicing\/invoices\//.test(name));
const typeface = readdirSync(path.join(dist, "assets")).filter((name) =>
  /^inter-latin-wght-normal\b.*\.woff2$/.test(name),
);
if (typeface.length === 0) throw new Error("the build has no typeface");
const rows: [what: string, size: number, limit: number][] = [
  ["embed script", kilobytes([path.join(root, "packages/embed/dist/embed.js")]), 12],
  ["portal, first load", kilobytes(firstLoad), 160],
  ["portal, typeface of the first screen", kilobytes(typeface.map((name) => path.join(dist, "assets", name))), 50],
  ...screens.map((screen): [string, number, number] => {
    const further = [...filesOf(screen)].filter((file) => !firstLoad.has(file));
    return [`portal, ${path.basename(screen, ".tsx")}`, kilobytes(further), 60];
  }),
  ["portal, offer", kilobytes([...filesOf(...offers)].filter((file) => !firstLoad.has(file))), 60],
  ...servicingPages.map((page): [string, number, number] => {
    const further = [...filesOf(...servicing, ...textsOf(page), page)].filter((file) => !firstLoad.has(file));
    return [`portal, servicing, ${path.basename(page, ".tsx")}`, kilobytes(further), 60];
  }),
  ...invoiceForms.map((form): [string, number, number] => {
    const loaded = new Set([...firstLoad, ...filesOf(...servicing, ...textsOf(form), invoicePage)]);
    const further = [...filesOf(form)].filter((file) => !loaded.has(file));
    return [`portal, invoices, ${path.basename(form, ".tsx")}`, kilobytes(further), 64];
  }),
  ...closingPages.map((page): [string, number, number] => {
    const loaded = new Set([...firstLoad, ...filesOf(...offers)]);
    const further = [...filesOf(page, "src/locales/closing/en.po")].filter((file) => !loaded.has(file));
    return [`portal, closing, ${path.basename(page, ".tsx")}`, kilobytes(further), 42];
  }),
  ...productPages.map((page): [string, number, number] => {
    const further = [...filesOf(...offers, page)].filter((file) => !firstLoad.has(file));
    return [`portal, offers, ${page.slice("src/products/".length, -".tsx".length)}`, kilobytes(further), 60];
  }),
];

for (const [what, size, limit] of rows)
  console.log(`   ${what.padEnd(38)} ${size.toFixed(1).padStart(6)} kB of ${limit}`);
const heavy = rows.filter(([, size, limit]) => size > limit);
if (screens.length === 0) throw new Error("the build has no screens");
process.exit(heavy.length > 0 ? 1 : 0);
