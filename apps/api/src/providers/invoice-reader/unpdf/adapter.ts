import { Worker } from "node:worker_threads";
import { createSemaphore } from "../../../semaphore.ts";
import { type InvoiceReader, largestInvoiceBytes, type Reading, readingSeconds } from "../port.ts";
import { invoiceFrom, type Page } from "./rules.ts";

const heapMegabytes = 128;
/** What a file unpacks to lies outside the heap, where the thread has no limit of its own. */
const mostGrowthBytes = 200 * 1024 * 1024;
const watchMs = 25;
/** Each may need as much as that, so few read at a time. */
const readersAtOnce = 2;

/** Where a text stands tells what it means, so a reader of PDF gives us both; rules of ours make an invoice of it. */
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

/** In a thread of its own, which is ended when it takes too long, and ends alone when it takes too much memory. */
function readPages(contents: Uint8Array): Promise<Page[] | "FAIL" | "TIMEOUT"> {
  return new Promise((resolve) => {
    // A copy, because the thread takes the bytes with it.
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
