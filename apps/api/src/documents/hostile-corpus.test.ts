import { fileKindOf, largestFileBytes } from "@inlay/lending/documents/document.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clamdScanner } from "../providers/malware-scanner/clamd/adapter.ts";
import { type TestClamd, testClamd } from "../providers/malware-scanner/clamd.fixture.ts";
import type { MalwareScanner } from "../providers/malware-scanner/port.ts";
import { plainPdf, streamOf } from "./file-making.fixture.ts";
import { plainFileName } from "./file-name.ts";
import { corpus } from "./hostile-corpus.fixture.ts";
import { inspect } from "./inspect/inspect.ts";
import { inspectFile } from "./inspect/inspect-file.ts";

let clamd: TestClamd;
let scanner: MalwareScanner;
beforeAll(async () => {
  clamd = await testClamd();
  scanner = clamdScanner({ CLAMD_ADDRESS: clamd.address, CLAMD_TIMEOUT_MS: 60_000 });
});
afterAll(() => clamd.close());

describe("file inspection", () => {
  it.each(corpus)("$what ends as $ends", async ({ name, type, contents, ends, shownAs, isForTheScanner }) => {
    const fileName = plainFileName(name);
    if (shownAs) expect(fileName).toBe(shownAs);
    const kind = fileKindOf(fileName, type);
    if (kind === null) throw new Error("the declared name and type do not match");
    const bytes = contents();
    if (bytes.length > largestFileBytes) return expect(ends).toBe("FILE_TOO_LARGE");
    // The processor time of this thread does not depend on what else the machine does.
    const before = process.threadCpuUsage();
    const finding = await inspectFile(bytes, kind);
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000);
    // A rule of its own finds it, before the limits of the process do.
    expect(finding?.finding ?? "").not.toMatch(/^inspection/);
    // Inspection alone finds everything without a malware signature, so a scanner that tolerates broken files changes nothing.
    expect(finding?.reason ?? "READY").toBe(isForTheScanner ? "READY" : ends);
    if (!finding) expect((await scanner.scan(bytes)).isClean).toBe(ends === "READY");
  });

  it("ignores names that occur in compressed data by chance", async () => {
    const noise = plainPdf("", streamOf("/Filter /FlateDecode", "\x01/JS \x02/Encrypt 3 0 R/AA<</URI"));
    expect(await inspect(noise, "pdf")).toBeNull();
  });
});
