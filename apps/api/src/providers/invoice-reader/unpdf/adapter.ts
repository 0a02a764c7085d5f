import { type FileProcessLimits, runFileProcess } from "../../../file-process.ts";
import { createSemaphore } from "../../../semaphore.ts";
import { type InvoiceReader, type InvoiceText, largestInvoiceBytes, type Reading, readingSeconds } from "../port.ts";

const script = new URL("./read-process.ts", import.meta.url);
const limits: FileProcessLimits = {
  cpuSeconds: readingSeconds,
  seconds: readingSeconds,
  heapMegabytes: 128,
  megabytes: 384,
};
/** Each process may need that much memory, so few run at a time. */
const readersAtOnce = 2;

/** The position of a text determines its meaning. A PDF library extracts texts with positions, and our rules find the invoice's fields. */
export function unpdfReader(): InvoiceReader {
  const limited = createSemaphore(readersAtOnce);
  return {
    read: async (contents) => {
      const began = performance.now();
      const reading = (outcome: Outcome): Reading => ({
        model: "rules-1",
        executionTimeMs: Math.round(performance.now() - began),
        ...outcome,
      });
      if (contents.length > largestInvoiceBytes) return reading({ status: "FILE_TOO_LARGE", invoice: null });
      const result = await limited(() => runFileProcess<InvoiceText | null>({ script, args: [], contents }, limits));
      if ("failure" in result)
        return reading({ status: result.failure === "TOO_SLOW" ? "TIMEOUT" : "FAIL", invoice: null });
      const invoice = result.answer;
      return reading(invoice ? { status: "SUCCESS", invoice } : { status: "FAIL", invoice: null });
    },
  };
}

type Outcome = Pick<Reading & { status: "SUCCESS" }, "status" | "invoice"> | { status: Failure; invoice: null };
type Failure = Exclude<Reading["status"], "SUCCESS">;
