import { afterAll, vi } from "vitest";

// Test files share a process, so what one of them replaced must not reach the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
