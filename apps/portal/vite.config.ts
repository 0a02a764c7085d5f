import path from "node:path";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const { PORTAL_PORT = "4001", INLAY_API_URL = "http://localhost:4000" } = process.env;
// Lingui looks for its configuration in the working directory, which may be another one.
process.env["LINGUI_CONFIG"] ??= path.join(import.meta.dirname, "lingui.config.ts");

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
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwindcss(),
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
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
    },
  },
  server: {
    host: "127.0.0.1",
    port: Number(PORTAL_PORT),
    strictPort: true,
    proxy: { "/api": INLAY_API_URL },
  },
}));
