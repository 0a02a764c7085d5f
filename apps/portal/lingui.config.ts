import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const { PORTAL_CATALOGUES: catalogs = "<rootDir>/src/locales" } = process.env;

/** The files of each area, whose texts are loaded with its screens (language.ts). All other texts are loaded with the first page. */
const closing = ["<rootDir>/src/offers/closing/**", "<rootDir>/src/products/**/accepted{,-page}.tsx"];
const servicing = ["<rootDir>/src/servicing/**", "<rootDir>/src/products/{servicing,*/servicing}/**"];
/** The pages of a product bring their texts with them. */
const ofProducts = {
  advances: ["<rootDir>/src/products/servicing/advance/**", "<rootDir>/src/products/*cash-advance/servicing/**"],
  invoices: [
    "<rootDir>/src/products/servicing/invoices/**",
    "<rootDir>/src/products/{invoice-financing,payables-financing}/servicing/**",
    // A plan has the name that it has in an offer.
    "<rootDir>/src/products/offers/plans/plan-texts.{ts,tsx}",
  ],
  "line-of-credit": ["<rootDir>/src/products/line-of-credit/servicing/**"],
  "term-loan": ["<rootDir>/src/products/term-loan/servicing/**"],
};
const areas = {
  ...ofProducts,
  closing,
  notices: ["<rootDir>/src/notices/**"],
  offers: [
    "<rootDir>/src/offers/**",
    "<rootDir>/src/products/offers/**",
    "<rootDir>/src/products/**/offer*.tsx",
    "<rootDir>/src/products/**/{summary,learn-more,compare,expired,payment-table}.tsx",
    "<rootDir>/src/products/**/{line,plan}-words.ts",
  ],
  // A figure of servicing is explained as one of an offer is.
  servicing: [
    ...servicing,
    // A page that an email about servicing leads to.
    "<rootDir>/src/app/stop-emails-page.tsx",
    "<rootDir>/src/products/offers/{explained-figure,explanation-words,use-offer-formats}.{ts,tsx}",
  ],
};

/** What lies in the folders of an area and is of another one: pages of offers lie around those of closing, and are named like those of servicing. */
const others: Partial<Record<string, string[]>> = {
  offers: [...closing, ...servicing],
  servicing: Object.values(ofProducts).flat(),
};

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "es"],
  catalogs: [
    {
      path: `${catalogs}/{locale}`,
      include: ["<rootDir>/src"],
      exclude: ["**/gallery/**", ...Object.values(areas).flat()],
    },
    ...Object.entries(areas).map(([area, include]) => ({
      path: `${catalogs}/${area}/{locale}`,
      include,
      exclude: others[area] ?? [],
    })),
  ],
  // Without line numbers the catalogs change only when texts change, and not with every edit.
  format: formatter({ lineNumbers: false }),
});
