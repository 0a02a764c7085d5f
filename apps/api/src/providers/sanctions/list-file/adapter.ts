import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { ListUnavailable, type ListVersion, type Sanctions } from "../port.ts";
import { indexOf, type ListIndex } from "./list-index.ts";
import { type ListEntry, readList } from "./read-list.ts";

type Loaded = { mark: string; version: ListVersion; entries: ListEntry[]; index: ListIndex };

/** More matches than a person would review. */
const mostMatches = 20;

/** The sanctions list from a file: `sdn.csv`, with `alt.csv` beside it. A new list is read when the next name is screened. */
export function listFileSanctions(sdnFile: string): Sanctions {
  const altFile = path.join(path.dirname(sdnFile), "alt.csv");
  let loaded: Promise<Loaded> | null = null;

  async function load(mark: string, publishedAt: Date): Promise<Loaded> {
    const [sdn, alt] = await Promise.all([readFile(sdnFile), readFile(altFile)]);
    const entries = readList(sdn.toString("utf8"), alt.toString("utf8"));
    if (entries.length === 0) throw new Error("the sanctions list is empty");
    const names = entries.flatMap(({ names: own, kind }, entry) =>
      own.map((name) => ({ entry, name, kind: kind === "PERSON" ? ("PERSON" as const) : ("ORGANIZATION" as const) })),
    );
    const sha256 = createHash("sha256").update(sdn).update(alt).digest("hex");
    return { mark, version: { sha256, publishedAt, entryCount: entries.length }, entries, index: indexOf(names) };
  }

  async function current(): Promise<Loaded> {
    try {
      const files = await Promise.all([stat(sdnFile), stat(altFile)]);
      const mark = files.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`).join(" ");
      const before = await loaded?.catch(() => null);
      if (before?.mark === mark) return before;
      loaded = load(mark, new Date(Math.max(...files.map(({ mtimeMs }) => mtimeMs))));
      return await loaded;
    } catch (cause) {
      throw new ListUnavailable("the sanctions list cannot be read", { cause });
    }
  }

  return {
    version: async () => (await current()).version,
    screen: async ({ name, kind }) => {
      const { version: list, entries, index } = await current();
      const found = index.find(name, kind === "PERSON" ? "PERSON" : "ORGANIZATION").slice(0, mostMatches);
      const matches = found.flatMap(({ entry, name: listed, score }) => {
        const meant = entries[entry];
        if (!meant) return [];
        const { id: entryId, kind: what, programs, remarks } = meant;
        return [{ entryId, name: listed, kind: what, programs, remarks, score: Math.round(score * 1_000) / 1_000 }];
      });
      const [closest] = matches;
      if (!closest) return { result: "CLEAR", list };
      return { result: "POSSIBLE_MATCH", score: closest.score, matches, list };
    },
  };
}
