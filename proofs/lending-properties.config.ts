import path from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import tests from "../vitest.config.ts";

/** The tests as ever, but with a seed, counted, and with all the time they need. */
export default mergeConfig(
  tests,
  defineConfig({
    root: path.join(import.meta.dirname, ".."),
    test: { setupFiles: ["proofs/lending-properties.setup.ts"], testTimeout: 3_600_000 },
  }),
);
