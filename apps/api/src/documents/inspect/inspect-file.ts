import type { FileKind } from "@inlay/lending/documents/document.ts";
import { type FileProcessLimits, runFileProcess } from "../../file-process.ts";
import { createSemaphore } from "../../semaphore.ts";
import { type Finding, harmful } from "./finding.ts";

const script = new URL("./inspect-process.ts", import.meta.url);
/** An ordinary file of 10 MB takes a second and 200 MB. */
const limits: FileProcessLimits = { cpuSeconds: 5, seconds: 60, heapMegabytes: 192, megabytes: 384 };
/** Each inspection may need that much memory, so few run at a time. */
const limited = createSemaphore(2);

/** Inspects a file in a process of its own. A file that takes too long or needs too much memory is rejected, so the scan always ends. */
export async function inspectFile(bytes: Buffer, kind: FileKind): Promise<Finding | null> {
  const result = await limited(() => runFileProcess<Finding | null>({ script, args: [kind], contents: bytes }, limits));
  return "answer" in result ? result.answer : harmful(failures[result.failure]);
}

const failures = {
  TOO_SLOW: "inspection that takes too long",
  TOO_MUCH_MEMORY: "inspection that needs too much memory",
  FAILED: "inspection that fails",
};
