import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const { PORTAL_CATALOGUES = "<rootDir>/src/locales" } = process.env;

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "es"],
  catalogs: [{ path: `${PORTAL_CATALOGUES}/{locale}`, include: ["<rootDir>/src"], exclude: ["**/gallery/**"] }],
  // Lines move with every edit; a catalogue that names only files changes when words do.
  format: formatter({ lineNumbers: false }),
});
