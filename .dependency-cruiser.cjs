/** The dependency rules of the repository. A rule's name is the sentence that it enforces. */
const test = "\\.(test|suite|fixture)\\.tsx?$";
/**
 * The floors of apps/api/src, from the ground up. A room imports rooms of its own floor and of those below it, never one above it.
 * slice.ts stands with the services: it only joins the types that http, workflows, clock and approvals ask of a slice.
 */
const floors = {
  outside: "providers/|(config|environment|log|telemetry|semaphore|file-process|encryption)\\.ts$",
  ground: "db/|(context|limits|metrics|session-token|webauthn)\\.ts$",
  records: "(platforms|ledger|additional-inputs|capital)/",
  edges: "(http|workflows)/",
  services: "(notifications|approvals|clock|flow)/|slice\\.ts$",
  "people and facts": "(people|documents|disclosures|underwriting|products)/",
  "accounts and money": "(banking|payments)/",
  funding: "funding/",
  flows: "(onboarding|closing|offers|servicing)/",
  audiences: "(partners|dashboard|staff)/",
  composition: "seed/|(main|slices|providers)\\.ts$",
};
const rooms =
  "platforms|ledger|additional-inputs|capital|notifications|approvals|clock|flow|people|documents|disclosures|underwriting|products|banking|payments|funding|onboarding|closing|offers|servicing|partners|dashboard|staff";
const flows = "onboarding|accountant|offers|servicing|underwriting|partners";
const vendors = "@aws-sdk|@myriaddreamin|unpdf|nodemailer|modern-treasury|plaid|persona"; // one entry per vendor library
const never = (name, from, to) => ({ name, severity: "error", from, to });

module.exports = {
  forbidden: [
    never("no circular imports", {}, { circular: true }),
    never(
      "imports are declared dependencies",
      // A script of a sandbox page runs in the browser, where an import is a URL.
      { path: "^(apps|packages)/[^/]+/src/", pathNot: `${test}|^apps/sandbox/src/.*\\.js$` },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"] },
    ),

    // Between packages.
    never(
      "lending imports only itself and zod",
      { path: "^packages/lending/", pathNot: test },
      { pathNot: "^packages/lending/|node_modules/zod/" },
    ),
    never(
      "contracts import only lending and their parsers",
      { path: "^packages/contracts/", pathNot: test },
      { pathNot: "^packages/(contracts|lending)/|node_modules/(zod|libphonenumber-js)/" },
    ),
    never(
      "embed imports only itself",
      { path: "^packages/embed/src/", pathNot: test },
      { pathNot: "^packages/embed/" },
    ),
    never(
      "ui imports no other package",
      { path: "^packages/ui/" },
      { path: "^(packages|apps)/", pathNot: "^packages/ui/" },
    ),
    never("apps do not import apps", { path: "^apps/([^/]+)/" }, { path: "^apps/", pathNot: "^apps/$1/" }),

    // Inside lending: products use mechanics, mechanics use money.
    never(
      "money and calendar import nothing else of lending",
      { path: "^packages/lending/src/(money|calendar)/" },
      { path: "^packages/lending/src/(?!money|calendar)" },
    ),
    never(
      "mechanics, ledger and flow import no product",
      { path: "^packages/lending/src/(mechanics|ledger|flow)/" },
      { path: "^packages/lending/src/(products|onboarding|servicing|access)/" },
    ),
    never(
      "products do not import each other",
      { path: "^((?:packages/lending|apps/[^/]+)/src/products)/([^/]+)/" },
      // The portal's parts of an offer's pages and of servicing are shared by all products, and import none of them.
      { path: "^$1/[^/]+/", pathNot: ["^$1/$2/", "^apps/portal/src/products/(offers|servicing)/"] },
    ),

    never(
      "products import no flow of lending",
      { path: "^packages/lending/src/products/" },
      { path: "^packages/lending/src/(onboarding|applications|offers|servicing|access)/" },
    ),

    // Inside the API.
    ...Object.entries(floors)
      .slice(0, -1)
      .map(([floor, own], at) => {
        const above = Object.values(floors).slice(at + 1);
        return never(
          `${floor} import nothing from the floors above`,
          { path: `^apps/api/src/(${own})`, pathNot: test },
          { path: `^apps/api/src/(${above.join("|")})` },
        );
      }),
    never(
      "a room imports another only through public.ts",
      { path: `^apps/api/src/(${rooms})/`, pathNot: test },
      { path: `^apps/api/src/(${rooms}|http|workflows)/`, pathNot: "^apps/api/src/($1/|[^/]+/public\\.ts$)" },
    ),
    never(
      "only slices.ts imports slice descriptions",
      { path: "^apps/api/src/(?!slices\\.ts)", pathNot: test },
      { path: "^apps/api/src/[^/]+/slice\\.ts$" },
    ),
    never(
      "only providers.ts picks an adapter",
      { path: "^apps/api/src/(?!providers/|providers\\.ts)", pathNot: test },
      { path: "^apps/api/src/providers/[^/]+/", pathNot: "/port\\.ts$" },
    ),
    never(
      "adapters do not import each other",
      { path: "^apps/api/src/providers/([^/]+)/([^/]+)/" },
      { path: "^apps/api/src/providers/[^/]+/[^/]+/", pathNot: "^apps/api/src/providers/$1/$2/" },
    ),
    never(
      "only an adapter imports its vendor's library",
      // The library of the identity vendor opens its frame in a browser.
      {
        path: "^(apps|packages)/",
        pathNot: ["^apps/api/src/providers/[^/]+/[^/]+/", "^apps/portal/src/offers/closing/identity-frame\\.tsx$"],
      },
      { path: `(^|node_modules/)(${vendors})(/|$)` },
    ),
    never(
      "only workflows import Restate",
      { path: "^apps/api/src/(?!workflows/)" },
      { path: "node_modules/@restatedev/" },
    ),
    never(
      "only db imports pg",
      { path: "^apps/api/src/(?!db/|workflows/relay\\.ts)", pathNot: test },
      { path: "node_modules/pg/", dependencyTypesNot: ["type-only"] },
    ),

    // Inside the React apps: shared <- products and notices <- flows <- app.
    never(
      "shared imports no feature",
      { path: "^apps/(portal|console)/src/shared/" },
      { path: `^apps/$1/src/(products|notices|app|${flows})/` },
    ),
    never(
      "products import no flow",
      { path: "^apps/(portal|console)/src/products/" },
      { path: `^apps/$1/src/(app|${flows})/` },
    ),
    never(
      "notices import no flow",
      { path: "^apps/(portal|console)/src/notices/" },
      { path: `^apps/$1/src/(app|${flows})/` },
    ),
    never(
      "flows do not import each other",
      { path: `^apps/(portal|console)/src/(${flows})/` },
      { path: `^apps/$1/src/(app|${flows})/`, pathNot: "^apps/$1/src/$2/" },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(apps|packages)/[^/]+/dist/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
