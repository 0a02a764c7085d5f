import path from "node:path";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel, { type RolldownBabelPreset } from "@rolldown/plugin-babel";

// Lingui looks for its configuration in the working directory, which may be another one.
process.env["LINGUI_CONFIG"] ??= path.join(import.meta.dirname, "lingui.config.ts");

/** Compiles the texts of the portal and their catalogs, in its build and in tests. Other presets of Babel run with it. */
export const compileTexts = (...presets: RolldownBabelPreset[]) => [
  lingui(),
  babel({ presets: [linguiTransformerBabelPreset(), ...presets] }),
];
