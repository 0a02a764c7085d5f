import { Worker } from "node:worker_threads";
import { createSemaphore } from "../../../semaphore.ts";
import { type InvoiceReader, largestInvoiceBytes, type Reading, readingSeconds } from "../port.ts";
import { invoiceFrom, type Page } from "./rules.ts";

const heapMegabytes = 128;
/** Unpacked file contents are allocated outside the heap, where a thread has no limit of its own. */
const mostGrowthBytes = 200 * 1024 * 1024;
const watchMs = 25;
/** Each thread may need that much memory, so few run at a time. */
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
      const pages = await limited(() => readPages(contents));
      if (pages === "TIMEOUT" || pages === "FAIL") return reading({ status: pages, invoice: null });
      const invoice = invoiceFrom(pages);
      return reading(invoice ? { status: "SUCCESS", invoice } : { status: "FAIL", invoice: null });
    },
  };
}

type Outcome = Pick<Reading & { status: "SUCCESS" }, "status" | "invoice"> | { status: Failure; invoice: null };
type Failure = Exclude<Reading["status"], "SUCCESS">;

/** Runs in a thread, which is ended when it takes too long, and fails alone when it needs too much memory. */
function readPages(contents: Uint8Array): Promise<Page[] | "FAIL" | "TIMEOUT"> {
  return new Promise((resolve) => {
    // A copy, because the bytes are transferred to the thread.
    const bytes = new Uint8Array(contents);
    const thread = new Worker(new URL("./read-pages.ts", import.meta.url), {
      workerData: bytes,
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
      stdout: true,
      stderr: true,
    });
    const end = (pages: Page[] | "FAIL" | "TIMEOUT") => {
      clearTimeout(timeout);
      clearInterval(watch);
      void thread.terminate();
      resolve(pages);
    };
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > mostGrowthBytes) end("FAIL");
    }, watchMs);
    const timeout = setTimeout(() => end("TIMEOUT"), readingSeconds * 1000);
    thread.once("message", (pages: Page[] | null) => end(pages ?? "FAIL"));
    thread.once("error", () => end("FAIL"));
    thread.once("exit", () => end("FAIL"));
  });
}
