// The process that reads one invoice. The rules run here, too, because their regular expressions see what the file's author wrote.
import { getDocumentProxy } from "unpdf";
import { answerFile } from "../../../file-process.ts";
import { invoiceFrom, type Page } from "./rules.ts";

/** The fields of an invoice are on its first and last pages, so pages in between are skipped. */
const pagesToRead = 6;
const mostPages = 2_000;
const mostTexts = 5_000;

/** The texts of a PDF with their positions. */
async function readPages(bytes: Uint8Array): Promise<Page[]> {
  const pdf = await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 });
  if (pdf.numPages > mostPages) throw new Error("too many pages");
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

await answerFile(async (contents) => invoiceFrom(await readPages(new Uint8Array(contents))));
