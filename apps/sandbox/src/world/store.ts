import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";

/** Values of one kind, by id. A value is replaced, never changed in place. */
export type Collection<T> = {
  get(id: string): Readonly<T> | undefined;
  all(): Readonly<T>[];
  put(id: string, value: T): void;
  drop(id: string): void;
};

/** A payment instruction that a vendor has accepted. */
export type JournalEntry = {
  vendor: string;
  world: string;
  /** The vendor's id. */
  id: string;
  /** The idempotency key of the request. */
  key: string | null;
  /** The sender's reference. */
  reference: string | null;
  direction: "debit" | "credit";
  amountCents: number;
  /** Routing number and the last four digits of the account. */
  account: string;
};

/** The acceptance time is real time, independent of the worlds' clocks. */
export type StoredEntry = JournalEntry & { acceptedAt: string };

export type Store = {
  collection<T>(name: string): Collection<T>;
  /** Adds a journal entry, in one transaction with all other changes before the next `await`. */
  enter(entry: JournalEntry): void;
  journal(): readonly StoredEntry[];
  /** Resolves when everything so far is on the disk. */
  saved(): Promise<void>;
  close(): Promise<void>;
};

type Change = ["put", string, string, unknown] | ["drop", string, string] | ["enter", StoredEntry];

/**
 * The sandbox's data. Changes without an `await` in between form one transaction and one line of `state.jsonl`, so that a kill leaves all
 * of them or none. `journal.jsonl` repeats the accepted instructions for readers outside the sandbox. No response is sent before both are
 * on the disk.
 */
export async function openStore(dir: string): Promise<Store> {
  mkdirSync(dir, { recursive: true });
  const collections = new Map<string, Map<string, unknown>>();
  const journal: StoredEntry[] = [];
  const collectionNamed = (name: string) => {
    const collection = collections.get(name) ?? new Map<string, unknown>();
    collections.set(name, collection);
    return collection;
  };
  const apply = (change: Change) => {
    if (change[0] === "put") collectionNamed(change[1]).set(change[2], change[3]);
    else if (change[0] === "drop") collectionNamed(change[1]).delete(change[2]);
    else journal.push(change[1]);
  };

  const stateFile = path.join(dir, "state.jsonl");
  const journalFile = path.join(dir, "journal.jsonl");
  for (const line of wholeLines(stateFile)) for (const change of JSON.parse(line) as Change[]) apply(change);
  const journaled = wholeLines(journalFile).length;
  const [state, entries] = await Promise.all([open(stateFile, "a"), open(journalFile, "a")]);
  // The directory is synced too, so that new files survive a crash.
  const folder = openSync(dir, "r");
  fsyncSync(folder);
  closeSync(folder);
  // After a kill between the two writes, the state has an instruction that the journal file lacks.
  await append(entries, journal.slice(journaled));

  let transaction: Change[] = [];
  let lines: Change[][] = [];
  let written = Promise.resolve();
  const endTransaction = () => {
    if (transaction.length > 0) lines.push(transaction);
    transaction = [];
  };
  const write = () => {
    endTransaction();
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
  const record = (change: Change) => {
    if (transaction.length === 0) queueMicrotask(write);
    transaction.push(change);
    apply(change);
  };

  return {
    collection: <T>(name: string): Collection<T> => {
      const collection = collectionNamed(name);
      return {
        get: (id) => collection.get(id) as T | undefined,
        all: () => [...collection.values()] as T[],
        put: (id, value) => record(["put", name, id, value]),
        drop: (id) => record(["drop", name, id]),
      };
    },
    enter: (entry) => record(["enter", { ...entry, acceptedAt: new Date().toISOString() }]),
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

/** Drops a line that a kill cut short; it was never acknowledged. */
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
