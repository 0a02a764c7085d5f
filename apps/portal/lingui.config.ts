import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const { PORTAL_CATALOGUES: catalogs = "<rootDir>/src/locales" } = process.env;

/** The files of each area, whose texts are loaded with its screens (language.ts). All other texts are loaded with the first page. */
const closing = ["<rootDir>/src/offers/closing/**", "<rootDir>/src/products/**/accepted{,-page}.tsx"];
const servicing = ["<rootDir>/src/servicing/**", "<rootDir>/src/products/{servicing,*/servicing}/**"];
const areas = {
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
      // The pages of offers are around those of closing, and named like those of servicing.
      exclude: area === "offers" ? [...closing, ...servicing] : [],
    })),
  ],
  // Without line numbers the catalogs change only when texts change, and not with every edit.
  format: formatter({ lineNumbers: false }),
});
