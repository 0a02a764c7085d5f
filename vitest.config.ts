import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{apps,packages,scripts,proofs}/**/*.test.{ts,tsx}"],
    globalSetup: "./vitest.setup.ts",
    pool: "forks",
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // An error that nobody awaited is a failed promise too.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
