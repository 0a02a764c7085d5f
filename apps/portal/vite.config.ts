import path from "node:path";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const { PORTAL_PORT = "4001", INLAY_API_URL = "http://localhost:4000" } = process.env;
// Lingui looks in the folder a build is started from, which need not be this one.
process.env["LINGUI_CONFIG"] ??= path.join(import.meta.dirname, "lingui.config.ts");

export default defineConfig(({ command }) => ({
  define: {
    // Shortcuts for developers are left out of a build for production, which is what a build is unless it says otherwise.
    "import.meta.env.VITE_ENVIRONMENT": JSON.stringify(
      process.env["INLAY_ENV"] ?? (command === "serve" ? "sandbox" : "production"),
    ),
  },
  plugins: [
    // React Aria speaks thirty languages; the portal speaks two.
    { ...optimizeLocales.vite({ locales: ["en-US", "es-ES"] }), enforce: "pre" },
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwindcss(),
  ],
  build: {
    target: "es2022",
    // The page's policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Says which files a screen needs, so that its weight can be checked.
    manifest: true,
    // The gallery is a page in development only.
    rolldownOptions: {
      input: command === "serve" ? ["index.html", "gallery.html"] : ["index.html"],
      // What the first page cannot do without comes in one piece: sixteen small files cost a phone half a second.
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
