import { defineConfig } from "vitest/config";
import { compileTexts } from "./apps/portal/compile-texts.ts";

export default defineConfig({
  // Pages of the portal are rendered with their texts, as its build compiles them.
  plugins: compileTexts(),
  test: {
    include: ["{apps,packages,scripts,proofs}/**/*.test.{ts,tsx}"],
    globalSetup: "./vitest.setup.ts",
    setupFiles: "./vitest.cleanup.ts",
    pool: "forks",
    // Loading and compiling the server anew for each file took half of the time, so test files share modules. vitest.cleanup.ts
    // undoes what a file replaced.
    isolate: false,
    maxWorkers: 4,
    // Only a test that hangs reaches them, however busy the machine is. What must be fast is measured by a proof.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // An error that nobody awaited is a failed promise too.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
