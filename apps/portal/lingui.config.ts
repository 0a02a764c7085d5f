import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const { PORTAL_CATALOGUES = "<rootDir>/src/locales" } = process.env;

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "es"],
  catalogs: [{ path: `${PORTAL_CATALOGUES}/{locale}`, include: ["<rootDir>/src"], exclude: ["**/gallery/**"] }],
  // Without line numbers the catalogs change only when texts change, and not with every edit.
  format: formatter({ lineNumbers: false }),
});
