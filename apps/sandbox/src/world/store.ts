import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";

/** Things of one kind, by id. A value is replaced, never changed in place. */
export type Shelf<T> = {
  get(id: string): Readonly<T> | undefined;
  all(): Readonly<T>[];
  put(id: string, value: T): void;
  drop(id: string): void;
};

/** An instruction to move money that a vendor has taken on. */
export type JournalEntry = {
  vendor: string;
  world: string;
  /** The vendor's name for it. */
  id: string;
  /** The idempotency key that it came with. */
  key: string | null;
  /** The sender's own name for it. */
  reference: string | null;
  direction: "debit" | "credit";
  amountCents: number;
  /** Routing number and the last four digits of the account. */
  account: string;
};

/** When the vendor took it, by the wall clock: the witness trusts no other. */
export type KeptEntry = JournalEntry & { acceptedAt: string };

export type Store = {
  shelf<T>(name: string): Shelf<T>;
  /** Writes into the journal, together with whatever else is put away in the same breath. */
  enter(entry: JournalEntry): void;
  journal(): readonly KeptEntry[];
  /** Resolves when everything so far is on the disk. */
  saved(): Promise<void>;
  close(): Promise<void>;
};

type Change = ["put", string, string, unknown] | ["drop", string, string] | ["enter", KeptEntry];

/**
 * What the sandbox remembers. Every change is a line of `state.jsonl`; what is put away without an `await` in between is one line, so a
 * kill leaves all of it or nothing. `journal.jsonl` repeats the accepted instructions for whoever wants to read them without us. Nobody
 * is answered before both are on the disk.
 */
export async function openStore(dir: string): Promise<Store> {
  mkdirSync(dir, { recursive: true });
  const shelves = new Map<string, Map<string, unknown>>();
  const journal: KeptEntry[] = [];
  const shelfNamed = (name: string) => {
    const shelf = shelves.get(name) ?? new Map<string, unknown>();
    shelves.set(name, shelf);
    return shelf;
  };
  const apply = (change: Change) => {
    if (change[0] === "put") shelfNamed(change[1]).set(change[2], change[3]);
    else if (change[0] === "drop") shelfNamed(change[1]).delete(change[2]);
    else journal.push(change[1]);
  };

  const stateFile = path.join(dir, "state.jsonl");
  const journalFile = path.join(dir, "journal.jsonl");
  for (const line of wholeLines(stateFile)) for (const change of JSON.parse(line) as Change[]) apply(change);
  const told = wholeLines(journalFile).length;
  const [state, entries] = await Promise.all([open(stateFile, "a"), open(journalFile, "a")]);
  // The new names must be on the disk too, not only what is in the files.
  const folder = openSync(dir, "r");
  fsyncSync(folder);
  closeSync(folder);
  // Killed between the two files: the state knows of an instruction that the journal has not told yet.
  await append(entries, journal.slice(told));

  let breath: Change[] = [];
  let lines: Change[][] = [];
  let written = Promise.resolve();
  const endBreath = () => {
    if (breath.length > 0) lines.push(breath);
    breath = [];
  };
  const write = () => {
    endBreath();
    written = written.then(async () => {
      const batch = lines;
      lines = [];
      await append(state, batch);
      await append(
        entries,
        batch.flat().flatMap((change) => (change[0] === "enter" ? [change[1]] : [])),
      );
    });
    return written;
  };
  const note = (change: Change) => {
    if (breath.length === 0) queueMicrotask(write);
    breath.push(change);
    apply(change);
  };

  return {
    shelf: <T>(name: string): Shelf<T> => {
      const shelf = shelfNamed(name);
      return {
        get: (id) => shelf.get(id) as T | undefined,
        all: () => [...shelf.values()] as T[],
        put: (id, value) => note(["put", name, id, value]),
        drop: (id) => note(["drop", name, id]),
      };
    },
    enter: (entry) => note(["enter", { ...entry, acceptedAt: new Date().toISOString() }]),
    journal: () => journal,
    saved: write,
    close: async () => {
      await write();
      await Promise.all([state.close(), entries.close()]);
    },
  };
}

async function append(file: FileHandle, lines: unknown[]): Promise<void> {
  if (lines.length === 0) return;
  await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await file.datasync();
}

/** A line that a kill cut short was never acknowledged: it is taken off the file. */
function wholeLines(file: string): string[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf("\n") + 1;
  if (end < bytes.length) truncateSync(file, end);
  return bytes
    .subarray(0, end)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}
