import { extractText, getDocumentProxy } from "unpdf";

/** The text of a PDF and the number of its pages. */
export async function textOf(pdf: Buffer): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return { text, pages: totalPages };
}
