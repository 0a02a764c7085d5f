import { describe, expect, it } from "vitest";
import { type FileProcessLimits, runFileProcess } from "./file-process.ts";

const script = new URL("./file-process.fixture.ts", import.meta.url);
const generous: FileProcessLimits = { cpuSeconds: 60, seconds: 100, heapMegabytes: 64, megabytes: 1_000 };
const run = (what: string, changes: Partial<FileProcessLimits> = {}, contents = Buffer.from("contents")) =>
  runFileProcess({ script, args: [what], contents }, { ...generous, ...changes });

describe("process for a file", () => {
  it("reads the whole file and returns the script's answer", async () => {
    expect(await run("length", {}, Buffer.alloc(10_485_760, 1))).toEqual({ answer: 10_485_760 });
  });

  it("has none of our environment variables", async () => {
    process.env["FILE_PROCESS_TEST_SECRET"] = "secret";
    expect(await run("environment")).toEqual({ answer: [] });
  });

  it.each([
    ["loop without end", "loop", { cpuSeconds: 1 }, "TOO_SLOW"],
    ["wait without end", "wait", { seconds: 2 }, "TOO_SLOW"],
    ["loop inside a native function", "native", { seconds: 2 }, "TOO_SLOW"],
    ["allocate objects without end", "objects", {}, "FAILED"],
    ["allocate one object that no thread would survive", "array", { heapMegabytes: 64 }, "FAILED"],
    ["allocate buffers without end", "buffers", { megabytes: 200 }, "TOO_MUCH_MEMORY"],
    ["throw an error", "throw", {}, "FAILED"],
    ["end without an answer", "exit", {}, "FAILED"],
    ["answer without end", "flood", {}, "FAILED"],
  ] as const)("that would %s is ended, and this process goes on", async (_, what, limits, failure) => {
    expect(await run(what, limits)).toEqual({ failure });
  });

  it("that cannot load its script is a fault of ours and says nothing about the file", async () => {
    const missing = new URL("./missing.ts", import.meta.url);
    const attempt = runFileProcess({ script: missing, args: [], contents: Buffer.alloc(1) }, generous);
    await expect(attempt).rejects.toThrow("the process for a file did not start");
  });
});
