import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import type { Page } from "./rules.ts";

/** The fields of an invoice are on its first and last pages, so pages in between are skipped. */
const pagesToRead = 6;
const mostPages = 2_000;
const mostTexts = 5_000;

/** Runs as a thread: reads the texts of a PDF with their positions, answers once, and ends. */
async function readPages(bytes: Uint8Array): Promise<Page[] | null> {
  const pdf = await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 });
  if (pdf.numPages > mostPages) return null;
  const numbers = Array.from({ length: pdf.numPages }, (_, n) => n + 1);
  const wanted = numbers.length <= pagesToRead ? numbers : [...numbers.slice(0, pagesToRead - 2), ...numbers.slice(-2)];
  const pages: Page[] = [];
  for (const number of wanted) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.slice(0, mostTexts).flatMap((item) => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [, , , , x = 0, y = 0] = item.transform as number[];
      return [{ text: item.str.normalize("NFKC"), x, y, width: item.width, height: item.height }];
    });
    pages.push({ texts });
    page.cleanup();
  }
  return pages;
}

readPages(workerData as Uint8Array).then(
  (pages) => parentPort?.postMessage(pages),
  () => parentPort?.postMessage(null),
);
