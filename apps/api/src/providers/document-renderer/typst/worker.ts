import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { NodeCompiler, type NodeError, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";
import type { DocumentToRender, Place, RenderedDocument } from "../port.ts";
import { charactersOf } from "./characters-of.ts";
import { printable } from "./printable.ts";

export type Question = { id: number; document: DocumentToRender };
export type Answer = { id: number } & ({ rendered: RenderedDocument } | { why: string });

const font = (address: string) => readFileSync(new URL(address));

// The first family is the document font. The others are for names in scripts that it lacks.
const ours = font(import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"));
const others = [
  import.meta.resolve("@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
].map(font);
const bold = [
  import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  import.meta.resolve("@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf"),
  import.meta.resolve("@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf"),
].map(font);

const ourCharacters = charactersOf(ours);
const allCharacters = new Set([...ourCharacters, ...others.flatMap((one) => [...charactersOf(one)])]);
const compiler = NodeCompiler.create({
  workspace: workerData.templates,
  fontArgs: [{ fontBlobs: [ours, ...bold, ...others] }],
});

/** The compile cache is kept for this many further documents. */
const keptFor = 4;

function render(document: DocumentToRender): RenderedDocument {
  try {
    return print(document, (character) => allCharacters.has(character));
  } catch (error) {
    // Letters and marks of different scripts may be drawable one by one and not together. The fallback keeps only characters of the
    // document font.
    if (!String(error).includes("could not be displayed")) throw error;
    return print(document, (character) => ourCharacters.has(character) && !isMark(character));
  } finally {
    compiler.evictCache(keptFor);
  }
}

const isMark = (character: number) => /\p{M}/u.test(String.fromCodePoint(character));

function print(document: DocumentToRender, canDraw: (character: number) => boolean): RenderedDocument {
  const { template, language, documentId, version, issuedAt, data } = document;
  const content = printable({ language, documentId, version, data }, canDraw);
  const result = compiler.compile({
    mainFilePath: `${workerData.templates}/${template}.typ`,
    inputs: { document: JSON.stringify(content) },
    resetRead: false,
  });
  const printed = result.result;
  // A missing font is only a warning, and another font would be substituted.
  const trouble = result.takeDiagnostics();
  if (!printed || trouble) throw new Error(sentences(trouble));
  const pdf = compiler.pdf(printed, {
    pdfStandard: "ua-1",
    creationTimestamp: Math.floor(issuedAt.getTime() / 1000),
  });
  return {
    pdf,
    sha256: createHash("sha256").update(pdf).digest("hex"),
    pages: printed.numOfPages,
    places: placesIn(printed),
  };
}

const placesIn = (printed: NodeTypstDocument): Place[] =>
  compiler.query(printed, { selector: "<place>", field: "value" }) as Place[];

const sentences = (trouble: NodeError | null): string =>
  (trouble?.shortDiagnostics ?? []).map(({ message }: { message?: string }) => message ?? "").join("; ");

parentPort?.on("message", ({ id, document }: Question) => {
  try {
    const rendered = render(document);
    parentPort?.postMessage({ id, rendered } satisfies Answer);
  } catch (error) {
    parentPort?.postMessage({ id, why: error instanceof Error ? error.message : String(error) } satisfies Answer);
  }
});
