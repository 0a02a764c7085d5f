import type { ListedMatch } from "../port.ts";

export type ListEntry = {
  id: string;
  kind: ListedMatch["kind"];
  /** The name, then the aliases. */
  names: string[];
  programs: string[];
  remarks: string | null;
};

const kinds: Record<string, ListedMatch["kind"]> = { individual: "PERSON", vessel: "VESSEL", aircraft: "VESSEL" };

/**
 * Reads the list in the layout of the Office of Foreign Assets Control: `sdn.csv` has one line per entry, `alt.csv` one per alias; an empty
 * value is `-0-`, and a file may end with a DOS end-of-file character.
 */
export function readList(sdn: string, alt: string): ListEntry[] {
  const entries = new Map<string, ListEntry>();
  for (const row of rowsOf(sdn)) {
    const [id = "", name = "", type = "", program = ""] = row;
    if (!/^\d+$/.test(id) || !name) throw new Error("a line of the sanctions list is no entry");
    entries.set(id, {
      id,
      kind: kinds[type.toLowerCase()] ?? "ORGANIZATION",
      names: [name],
      programs: program.split(/\]\s*\[|;/).map((one) => one.replace(/[[\]]/g, "").trim()),
      remarks: row[11] || null,
    });
  }
  for (const [id = "", , , alias = ""] of rowsOf(alt)) if (alias) entries.get(id)?.names.push(alias);
  return [...entries.values()];
}

/** Rows of values; a value may be in `"`, with `""` for a quote inside. */
function rowsOf(text: string): string[][] {
  const lines = text.replaceAll("\x1a", "").split(/\r?\n/);
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => {
        const value = (quoted?.replaceAll('""', '"') ?? bare ?? "").trim();
        return value === "-0-" ? "" : value;
      }),
    );
}
