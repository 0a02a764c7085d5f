import path from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import tests from "../vitest.config.ts";

/** The configuration of the tests, with a seed, a counter of cases and a long timeout. */
export default mergeConfig(
  tests,
  defineConfig({
    root: path.join(import.meta.dirname, ".."),
    test: { setupFiles: ["proofs/lending-properties.setup.ts"], testTimeout: 3_600_000 },
  }),
);
