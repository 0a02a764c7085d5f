// Prints the trial balance of every book and checks the ledger's invariants: npm run books
// Reads the database of `npm run dev`, or the one in DATABASE_URL, with a role that bypasses row security. Compares it with the payments
// that the processor has accepted: the sandbox's journal (of `npm run dev`, or at SANDBOX_URL), or in production the processor's list.

import { readConfig } from "../apps/api/src/config.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { type AcceptedInstruction, compareWithProcessor } from "../apps/api/src/ledger/accepted-instructions.ts";
import {
  type Auditor,
  checkInvariants,
  type Finding,
  monthsMade,
  type TrialRow,
  trialBalance,
} from "../apps/api/src/ledger/invariants.ts";
import { modernTreasuryPayments } from "../apps/api/src/providers/payments/modern-treasury/adapter.ts";
import { addDays, dateAt } from "../packages/lending/src/calendar/business-date.ts";
import { portsFrom } from "./services.ts";

const ports = portsFrom(Number(process.env["INLAY_PORTS"] ?? 4000));
const url = new URL(process.env["DATABASE_URL"] ?? `postgres://postgres:postgres@127.0.0.1:${ports.postgres}/inlay`);
if (["", "/", "/postgres"].includes(url.pathname)) url.pathname = "/inlay";

const isProduction = process.env["INLAY_ENV"] === "production";
// With DATABASE_URL alone, the processor is unknown.
const sandboxUrl =
  process.env["SANDBOX_URL"] ?? (process.env["DATABASE_URL"] ? null : `http://127.0.0.1:${ports.sandbox}`);
/** In production, older payments have already been compared. */
const since = isProduction ? addDays(dateAt(new Date()), -90) : addDays(dateAt(new Date(0)), 0);

const pool = createPool(url.href, { max: 1, name: "inlay-books" });
try {
  const auditor = await pool.connect();
  try {
    const acceptedBefore = await accepted();
    await auditor.query("begin isolation level repeatable read, read only");
    await requireBypassRls(auditor);
    const rows = await trialBalance(auditor);
    for (const book of new Set(rows.map((row) => row.book))) console.log(statement(book, rows));
    if (rows.length === 0) console.log("\nThe ledger is empty.");
    const months = await monthsMade(auditor);
    console.log(`\nThe ledger has partitions until ${months.until}; ${months.elsewhere} lines are outside of them.`);
    const findings = await checkInvariants(auditor, dateAt(new Date()));
    console.log(`\n${findings.map(describe).join("\n")}`);
    // Read before and after the database snapshot, because payments are accepted in the meantime.
    const acceptedAfter = await accepted();
    const differences =
      acceptedBefore && acceptedAfter
        ? await compareWithProcessor(auditor, { before: acceptedBefore, after: acceptedAfter, since })
        : null;
    console.log(`\n${compared(acceptedBefore?.length ?? 0, differences)}`);
    const broken = findings.filter((finding) => finding.broken.length > 0).length;
    const waiting = findings.filter((finding) => !finding.asked && finding.broken.length === 0).length;
    console.log(`\n${findings.length - broken - waiting} hold, ${broken} broken, ${waiting} not yet applicable`);
    process.exitCode = broken > 0 || (differences?.length ?? 0) > 0 ? 1 : 0;
  } finally {
    auditor.release();
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code === "ECONNREFUSED"
      ? `Nothing listens at ${url.host}. Start the stack with \`npm run dev\`, or name a database in DATABASE_URL.`
      : message,
  );
  process.exitCode = 1;
} finally {
  await pool.end();
}

/** The payments that the processor has accepted. Null when there is no processor. */
async function accepted(): Promise<AcceptedInstruction[] | null> {
  if (isProduction) {
    const payments = await modernTreasuryPayments(readConfig(process.env)).acceptedSince(since);
    return payments.map(({ processorId: id, orderId: reference, ...rest }) => ({ id, reference, ...rest }));
  }
  if (!sandboxUrl) return null;
  const response = await fetch(`${sandboxUrl}/journal.json`).catch(() => null);
  if (!response?.ok) throw new Error(`The processor's journal cannot be read at ${sandboxUrl}.`);
  const { entries } = (await response.json()) as { entries: JournalEntry[] };
  return entries.map(({ direction, ...entry }) => ({
    ...entry,
    direction: direction === "debit" ? "INCOMING" : "OUTGOING",
  }));
}

type JournalEntry = Omit<AcceptedInstruction, "direction"> & { direction: "debit" | "credit" };

function compared(count: number, differences: string[] | null): string {
  if (!differences) return "–  The processor was not compared: DATABASE_URL is set without SANDBOX_URL.";
  const mark = differences.length > 0 ? "✗" : "✓";
  return [
    `${mark}  Each of the ${count} payments that the processor has accepted belongs to one order and is in the ledger`,
    ...differences.map((what) => `        ${what}`),
  ].join("\n");
}

/** With row security the ledger looks empty, and an empty ledger passes every check. */
async function requireBypassRls(auditor: Auditor): Promise<void> {
  const { rows } = await auditor.query(
    "select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user",
  );
  if (!rows[0]?.sees)
    throw new Error(`${url.username} is subject to row security. Use a role that bypasses row security.`);
}

function statement(book: string, rows: TrialRow[]): string {
  const own = rows.filter((row) => row.book === book);
  const totals = { debit: 0, credit: 0 };
  const lines = own.map(({ number, account, debitCents, creditCents }) => {
    const balance = debitCents - creditCents;
    totals[balance > 0 ? "debit" : "credit"] += Math.abs(balance);
    return line(
      `${number} ${account}`,
      balance > 0 ? dollars(balance) : "",
      balance < 0 ? dollars(-balance) : balance === 0 ? dollars(0) : "",
    );
  });
  const rule = "─".repeat(78);
  return [
    "",
    line(book, "debit", "credit"),
    rule,
    ...lines,
    rule,
    line("", dollars(totals.debit), dollars(totals.credit)),
  ].join("\n");
}

function line(label: string, debit: string, credit: string): string {
  return `${label.padEnd(38)}${debit.padStart(20)}${credit.padStart(20)}`;
}

function dollars(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")}.${digits.slice(-2)}`;
}

function describe({ number, invariant, broken, notYet, asked }: Finding): string {
  const mark = broken.length > 0 ? "✗" : asked ? "✓" : "–";
  return [
    `${mark} ${String(number).padStart(2)}  ${invariant}`,
    ...[...broken, ...notYet].map((what) => `        ${what}`),
  ].join("\n");
}
