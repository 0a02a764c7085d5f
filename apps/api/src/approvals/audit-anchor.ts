import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import type { AuditHead } from "../db/audit-chain.ts";
import type { CleanKey } from "../providers/files/port.ts";

/** The names of the files of one anchor, and when it was made. It is replaced by every new anchor; the files that it names are not. */
const latest: CleanKey = "clean/audit/latest.json";
const headsPerFile = 10_000;
const mostBytes = 8 * 1024 * 1024;

/** An anchor is made every night, so one that is older than two days was put back or not replaced. */
const oldestMs = 2 * 86_400_000;

const sealed = z.object({ content: z.string(), mac: z.string() });
const manifest = z.object({ at: z.iso.datetime(), files: z.array(z.string().startsWith("clean/audit/")) });
const heads = z.array(z.tuple([z.string(), z.int(), z.string()]));

/** An anchor holds the last row of each audit chain outside the database, so that a shortened or removed chain is noticed. */
export type Anchor = "MISSING" | "INVALID" | ReadonlyMap<string, AuditHead>;

export async function saveAnchor(app: AppContext, chains: ReadonlyMap<string, AuditHead>, now: Date): Promise<void> {
  const all = [...chains].map(([stream, { sequence, hash }]) => [stream, sequence, hash]);
  const files: CleanKey[] = [];
  for (let from = 0; from < all.length; from += headsPerFile) {
    const name: CleanKey = `clean/audit/${now.toISOString()}/${files.length}.json`;
    await put(app, name, all.slice(from, from + headsPerFile));
    files.push(name);
  }
  await put(app, latest, { at: now.toISOString(), files });
}

export async function readAnchor(app: AppContext, now: Date): Promise<Anchor> {
  const stored = await app.files.get(latest, mostBytes);
  if (!stored) return "MISSING";
  const made = manifest.safeParse(open(app, latest, stored));
  if (!made.success || now.getTime() - Date.parse(made.data.at) > oldestMs) return "INVALID";
  const anchored = new Map<string, AuditHead>();
  for (const name of made.data.files as CleanKey[]) {
    const file = await app.files.get(name, mostBytes);
    const parsed = heads.safeParse(file && open(app, name, file));
    if (!parsed.success) return "INVALID";
    for (const [stream, sequence, hash] of parsed.data) anchored.set(stream, { sequence, hash });
  }
  return anchored;
}

async function put(app: AppContext, name: CleanKey, what: unknown): Promise<void> {
  const content = JSON.stringify(what);
  const file = JSON.stringify({ content, mac: macOf(app, name, content).toString("hex") });
  await app.files.put(name, Buffer.from(file), "application/json");
}

/** The content of a file that was made with the key; null for any other. */
function open(app: AppContext, name: CleanKey, file: Buffer): unknown {
  try {
    const { content, mac } = sealed.parse(JSON.parse(file.toString()));
    const [given, expected] = [Buffer.from(mac, "hex"), macOf(app, name, content)];
    return given.length === expected.length && timingSafeEqual(given, expected) ? JSON.parse(content) : null;
  } catch {
    return null;
  }
}

/** The name is part of it, so that no file can take the place of another. */
const macOf = ({ config }: AppContext, name: CleanKey, content: string): Buffer =>
  createHmac("sha256", config.AUDIT_KEY).update(`audit-anchor\n${name}\n${content}`).digest();
