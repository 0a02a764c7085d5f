import path from "node:path";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compileTexts } from "./compile-texts.ts";
import { compressedFiles } from "./compressed-files.ts";
import { sharedChunk } from "./shared-chunks.ts";
import { withoutShapes } from "./without-shapes.ts";

const { PORTAL_PORT = "4001", INLAY_API_URL = "http://localhost:4000" } = process.env;

/**
 * When React Aria is loaded, it asks the browser for its locale, and then for the direction of the page's locale. The first answers of
 * `Intl` take a phone about 200 ms. The portal sets the locale itself, and both of its languages are written from left to right.
 */
const locales: Record<string, string> = {
  "useDefaultLocale.mjs": `
    const unused = { locale: "en-US", direction: "ltr" };
    export const getDefaultLocale = () => unused;
    export const useDefaultLocale = () => unused;`,
  "utils.mjs": "export const isRTL = () => false;",
};
const fixedLocales: Plugin = {
  name: "fixed-locales",
  enforce: "pre",
  load: {
    filter: { id: /react-aria\/dist\/private\/i18n\/(useDefaultLocale|utils)\.mjs$/ },
    handler: (id) => locales[path.basename(id)],
  },
};

/** The area in the name of its texts. The API sends the other texts with the first page, and finds them by their names. */
function areaOf(module: string | null): string {
  const [, area] = /locales\/([\w-]+)\/\w+\.po$/.exec(module ?? "") ?? [];
  return area ? `${area}-` : "";
}

export default defineConfig(({ command }) => ({
  define: {
    // Developer tools are left out of production builds. A build is for production unless INLAY_ENV says otherwise.
    "import.meta.env.VITE_ENVIRONMENT": JSON.stringify(
      process.env["INLAY_ENV"] ?? (command === "serve" ? "sandbox" : "production"),
    ),
  },
  plugins: [
    // React Aria ships thirty languages; the portal needs two.
    { ...optimizeLocales.vite({ locales: ["en-US", "es-ES"] }), enforce: "pre" },
    fixedLocales,
    react(),
    ...compileTexts(withoutShapes),
    tailwindcss(),
    compressedFiles,
  ],
  build: {
    target: "es2022",
    // The Content Security Policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The manifest lists the files of each screen, which the check of download sizes reads.
    manifest: true,
    // The gallery is served in development only.
    rolldownOptions: {
      input: command === "serve" ? ["index.html", "gallery.html"] : ["index.html"],
      // The initial files are bundled into one: sixteen small files cost a phone half a second.
      output: {
        chunkFileNames: ({ facadeModuleId }) => `assets/${areaOf(facadeModuleId)}[name]-[hash].js`,
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 1 },
            { name: sharedChunk, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: Number(PORTAL_PORT),
    strictPort: true,
    proxy: { "/api": INLAY_API_URL },
  },
}));
