import { inflateSync } from "node:zlib";
import { type Finding, harmful, wrongType } from "./finding.ts";

const mostPages = 2_000;
const mostPixels = 100_000_000;
/** Limits for all packed objects of a file together, and for all its names. An ordinary file of 10 MB stays far below. */
const mostUnpackedBytes = 32 * 1024 * 1024;
const mostNames = 4_000_000;

/** Names that make a PDF act rather than display. They are long enough not to occur in compressed data by chance. */
const active = new Map([
  ["JavaScript", "script"],
  ["Launch", "launch"],
  ["EmbeddedFile", "attachment"],
  ["EmbeddedFiles", "attachment"],
  ["RichMedia", "rich media"],
  ["XFA", "form script"],
  ["GoToE", "attachment"],
  ["SubmitForm", "form that sends"],
  ["ImportData", "form that reads"],
]);

/**
 * Looks for content that a PDF must not have. The file's own tables may be false, so they are not used: every name in the file is read, in
 * every spelling, also in the objects that are packed into streams.
 */
export function inspectPdf(bytes: Buffer): Finding | null {
  const text = bytes.toString("latin1");
  if (!text.startsWith("%PDF-")) return wrongType("no PDF");
  const end = text.lastIndexOf("%%EOF");
  if (end < 0) return wrongType("unfinished PDF");
  // A second file behind the first: readers of some formats start at the end.
  if (/[^\s\0]/.test(text.slice(end + 5)) || text.includes("PK\x05\x06")) return wrongType("two files in one");

  const streams = streamsOf(text);
  const pixels = streams.some(
    ({ dictionary }) => sizeIn(dictionary, "Width") * sizeIn(dictionary, "Height") > mostPixels,
  );
  if (pixels) return harmful("too many pixels");
  const packed = unpackObjects(bytes, streams);
  if (packed === null) return harmful("packed objects that cannot be read");

  const count = { names: 0, pages: 0 };
  for (const [part, holes] of [[text, streams] as const, ...packed.map(({ objects }) => [objects, []] as const)]) {
    const found = checkNames(part, holes, count, (number) => objectNumbered(number, text, packed));
    if (found) return found;
  }
  return count.pages > mostPages ? harmful("too many pages") : null;
}

const nameToken = /\/([^\s/()<>[\]{}%\0]{1,127})/g;
/** `/J#61vaScript` is `/JavaScript` to a reader. */
const spelled = (name: string) =>
  name.includes("#")
    ? name.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name;
const hasName = (text: string, wanted: string) =>
  [...text.matchAll(nameToken)].some(([, name = ""]) => spelled(name) === wanted);

/** Checks all names of `text`. A hole is compressed data, where a short name may occur by chance. */
function checkNames(
  text: string,
  holes: readonly Stream[],
  count: { names: number; pages: number },
  find: (number: number) => string,
): Finding | null {
  let previous = "";
  let hole = 0;
  for (const match of text.matchAll(nameToken)) {
    if (count.names++ > mostNames) return harmful("too many names");
    const name = spelled(match[1] ?? "");
    const harm = active.get(name);
    if (harm) return harmful(`active content: ${harm}`);
    while ((holes[hole]?.to ?? Number.POSITIVE_INFINITY) < match.index) hole++;
    const isInHole = (holes[hole]?.from ?? Number.POSITIVE_INFINITY) <= match.index;
    if (!isInHole) {
      if (name === "JS") return harmful("active content: script");
      if (name === "Encrypt") return harmful("encrypted");
      if (name === "Page" && previous === "Type") count.pages++;
      if (name === "OpenAction" || name === "AA") {
        const action = actionAt(text, match.index + match[0].length, find);
        if (hasName(action, "URI")) return harmful("active content: opens an address");
      }
    }
    previous = name;
  }
  return null;
}

/** The automatic action: written inline, or referenced by its object number. A destination inside the file is harmless. */
function actionAt(text: string, at: number, find: (number: number) => string): string {
  const next = text.slice(at, at + 1_024);
  const reference = /^\s*(\d{1,10})\s+\d{1,5}\s+R\b/.exec(next);
  if (reference) return find(Number(reference[1]));
  return /^\s*<</.test(next) ? (next.split("endobj")[0] ?? "") : "";
}

type Stream = { dictionary: string; from: number; to: number };
const dictionaryBytes = 4_096;

/** Each stream with the dictionary before it. */
function streamsOf(text: string): Stream[] {
  const streams: Stream[] = [];
  const word = /(?<!end)stream\r?\n/g;
  for (let match = word.exec(text); match; match = word.exec(text)) {
    const before = text.slice(Math.max(0, match.index - dictionaryBytes), match.index);
    const from = match.index + match[0].length;
    const to = text.indexOf("endstream", from);
    streams.push({ dictionary: before.slice(before.lastIndexOf("obj") + 3), from, to: to < 0 ? text.length : to });
    if (to < 0) break;
    word.lastIndex = to;
  }
  return streams;
}

const sizeIn = (dictionary: string, side: "Width" | "Height") =>
  Number(new RegExp(`/${side}\\s+(\\d{1,12})`).exec(dictionary)?.[1] ?? 0);

type Packed = { numbers: number[]; offsets: number[]; objects: string };

/** The objects packed into streams; null when one is packed in a way that no ordinary program uses. */
function unpackObjects(bytes: Buffer, streams: Stream[]): Packed[] | null {
  let room = mostUnpackedBytes;
  const unpacked: Packed[] = [];
  for (const { dictionary, from, to } of streams) {
    if (!hasName(dictionary, "ObjStm")) continue;
    const filters = [...dictionary.matchAll(nameToken)].map(([, name = ""]) => spelled(name)).filter(isFilter);
    if (filters.length > 1 || (filters[0] ?? "FlateDecode") !== "FlateDecode" || hasName(dictionary, "Predictor"))
      return null;
    const raw = bytes.subarray(from, to);
    const text = filters.length === 0 ? raw.toString("latin1") : inflated(raw, room);
    if (text === null) return null;
    room -= text.length;
    if (room <= 0) return null;
    const first = Number(/\/First\s+(\d{1,10})/.exec(dictionary)?.[1] ?? 0);
    const header = text.slice(0, first).trim().split(/\s+/).map(Number);
    unpacked.push({
      numbers: header.filter((_, n) => n % 2 === 0),
      offsets: header.filter((_, n) => n % 2 === 1),
      objects: text.slice(first),
    });
  }
  return unpacked;
}

const isFilter = (name: string) => /^(\w+Decode|Fl|AHx|A85|LZW|RL|Crypt)$/.test(name);

function inflated(raw: Buffer, atMost: number): string | null {
  try {
    return inflateSync(raw, { maxOutputLength: atMost }).toString("latin1");
  } catch {
    return null;
  }
}

/** The object with that number, wherever it is stored. Several objects may have the number, so all of them count. */
function objectNumbered(number: number, text: string, packed: Packed[]): string {
  const written = [...text.matchAll(new RegExp(`(?<!\\d)${number}\\s+\\d{1,5}\\s+obj\\b`, "g"))].map(
    ({ index }) => text.slice(index, index + dictionaryBytes).split("endobj")[0],
  );
  const inside = packed.flatMap(({ numbers, offsets, objects }) =>
    numbers.flatMap((held, n) => (held === number ? [objects.slice(offsets[n], offsets[n + 1])] : [])),
  );
  return [...written, ...inside].join("\n");
}
