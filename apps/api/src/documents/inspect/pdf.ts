import { inflateSync } from "node:zlib";
import { type Finding, harmful, wrongType } from "./finding.ts";

const mostPages = 2_000;
const mostPixels = 100_000_000;
/** Limits for a whole file, its packed objects included. An ordinary file of 10 MB stays far below each of them. */
const mostUnpackedBytes = 32 * 1024 * 1024;
const mostNames = 4_000_000;
const mostStreams = 100_000;
const mostObjects = 500_000;
const mostActions = 20_000;
const mostActionBytes = 32 * 1024 * 1024;

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
  if (streams === null) return harmful("too many streams");
  const pixels = streams.some(
    ({ dictionary }) => sizeIn(dictionary, widthIn) * sizeIn(dictionary, heightIn) > mostPixels,
  );
  if (pixels) return harmful("too many pixels");
  const packed = unpackObjects(bytes, streams);
  if (packed === null) return harmful("packed objects that cannot be read");
  const objects = indexObjects(text, packed);
  if (objects === null) return harmful("too many objects");

  const count = { names: 0, pages: 0 };
  const opensUrl = createActionCheck(objects);
  for (const [part, holes] of [[text, streams] as const, ...packed.map(({ objects }) => [objects, []] as const)]) {
    const found = checkNames(part, holes, count, opensUrl);
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
  opensUrl: ActionCheck,
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
        const opens = opensUrl(text, match.index + match[0].length);
        if (opens === "TOO_MANY") return harmful("too many automatic actions");
        if (opens) return harmful("active content: opens an address");
      }
    }
    previous = name;
  }
  return null;
}

type ActionCheck = (text: string, at: number) => boolean | "TOO_MANY";

/**
 * Whether the automatic action at a position opens a URL. It is written inline, or referenced by its object number; a destination inside the
 * file is harmless. Each object is read once, however often it is referenced.
 */
function createActionCheck(objects: ObjectIndex): ActionCheck {
  const read = new Set<number>();
  let actions = 0;
  let bytes = 0;
  return (text, at) => {
    const next = text.slice(at, at + 64);
    const reference = /^[\s\0]*(\d{1,10})[\s\0]+\d{1,5}[\s\0]+R\b/.exec(next);
    if (!reference && !/^[\s\0]*<</.test(next)) return false;
    if (++actions > mostActions) return "TOO_MANY";
    const number = Number(reference?.[1] ?? Number.NaN);
    if (read.has(number)) return false;
    if (reference) read.add(number);
    for (const place of reference ? (objects.get(number) ?? []) : [{ text, at }]) {
      const action = dictionaryAt(place);
      bytes += action.length;
      if (bytes > mostActionBytes) return "TOO_MANY";
      if (hasName(action, "URI")) return true;
    }
    return false;
  };
}

type Place = { text: string; at: number };
const dictionaryBytes = 4_096;

/** The dictionary at a position, up to its end or the highest length; empty for another value. Brackets in a string do not end it. */
function dictionaryAt({ text, at }: Place): string {
  const from = text.slice(at, at + dictionaryBytes);
  if (!/^(?:[\s\0]|%[^\r\n]*[\r\n])*<</.test(from)) return "";
  let depth = 0;
  let strings = 0;
  for (const { 0: token, index } of from.matchAll(/\\[\s\S]|[()]|<<|>>|endobj/g)) {
    if (token === "(") strings++;
    else if (token === ")") strings = Math.max(0, strings - 1);
    else if (strings > 0) continue;
    else if (token === "<<") depth++;
    else if (token === "endobj" || (token === ">>" && --depth <= 0)) return from.slice(0, index);
  }
  return from;
}

type Stream = { dictionary: string; from: number; to: number };

/** Each stream with the dictionary between it and the stream before it; null when there are too many. */
function streamsOf(text: string): Stream[] | null {
  const streams: Stream[] = [];
  const word = /(?<!end)stream\r?\n/g;
  for (let match = word.exec(text); match; match = word.exec(text)) {
    if (streams.length >= mostStreams) return null;
    const start = Math.max(0, match.index - dictionaryBytes, streams.at(-1)?.to ?? 0);
    const before = text.slice(start, match.index);
    const from = match.index + match[0].length;
    const to = text.indexOf("endstream", from);
    streams.push({ dictionary: before.slice(before.lastIndexOf("obj") + 3), from, to: to < 0 ? text.length : to });
    if (to < 0) break;
    word.lastIndex = to;
  }
  return streams;
}

const widthIn = /\/Width\s+(\d{1,12})/;
const heightIn = /\/Height\s+(\d{1,12})/;
const sizeIn = (dictionary: string, side: RegExp) => Number(side.exec(dictionary)?.[1] ?? 0);

/** Packed objects, and the table of their numbers and offsets. */
type Packed = { table: string; objects: string };

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
    unpacked.push({ table: text.slice(0, first), objects: text.slice(first) });
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

type ObjectIndex = Map<number, Place[]>;

/** Where the objects of each number are. Several may have one number, so all of them count. Null when there are too many. */
function indexObjects(text: string, packed: Packed[]): ObjectIndex | null {
  const index: ObjectIndex = new Map();
  let count = 0;
  const add = (number: number, place: Place) => {
    const places = index.get(number);
    if (places) places.push(place);
    else index.set(number, [place]);
    return ++count <= mostObjects;
  };
  for (const match of text.matchAll(/(?<!\d)(\d{1,10})[\s\0]+\d{1,5}[\s\0]+obj\b/g))
    if (!add(Number(match[1]), { text, at: match.index + match[0].length })) return null;
  for (const { table, objects } of packed)
    for (const [, number, offset] of table.matchAll(/(\d{1,10})[\s\0]+(\d{1,10})/g))
      if (!add(Number(number), { text: objects, at: Number(offset) })) return null;
  return index;
}
