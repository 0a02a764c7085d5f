import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const { PORTAL_PORT = "4001", INLAY_API_URL = "http://localhost:4000" } = process.env;

export default defineConfig(({ command }) => ({
  plugins: [
    // React Aria speaks thirty languages; the portal speaks two.
    { ...optimizeLocales.vite({ locales: ["en-US", "es-ES"] }), enforce: "pre" },
    react(),
    tailwindcss(),
  ],
  build: {
    target: "es2022",
    // The page's policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The gallery is a page in development only.
    rolldownOptions: { input: command === "serve" ? ["index.html", "gallery.html"] : ["index.html"] },
  },
  server: {
    host: "127.0.0.1",
    port: Number(PORTAL_PORT),
    strictPort: true,
    proxy: { "/api": INLAY_API_URL },
  },
}));
