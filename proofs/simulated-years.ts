import { checkInvariants } from "../apps/api/src/ledger/invariants.ts";
import { waitingForNothing } from "../apps/api/src/servicing/ways-out.fixture.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { books } from "../packages/lending/src/ledger/accounts.ts";
import { portfolioClock } from "./portfolio-clock.ts";
import { amortizedRows } from "./product-lives-terms.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";
import { type Borrower, makeBorrowers, PeoplesDiary } from "./simulated-years-borrowers.ts";
import { type BankedLine, payoutOf } from "./simulated-years-expected.ts";
import { type SimulationGround, simulationGround } from "./simulation-ground.ts";

const beginsOn = "2026-01-05";

export const proof: Proof = {
  claim:
    "Term loans, cash advances and integrated advances live through their months on one clock that moves all of them together and skips the days on which nothing is due: payouts, debits, returns and their retries, fees, payoffs, defaults and write-offs, periods with sales that are told late, receivables and refunds. The statement of our bank is read on every day on which it has lines. What was touched is compared every day and all invariants of the ledger every month; cash equals the bank, and nothing that is not over waits without a date, a payment under way or a task of a person. At the end the statement of every borrower is, line by line and to the cent, one that is calculated separately without the application's code.",
  run: async ({ tenth, seed, say }) => {
    const argument = (name: string) =>
      process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
    const products = Number(argument("products") ?? (tenth ? 7 : 200));
    const months = Number(argument("months") ?? (tenth ? 2 : 12));
    const endsOn = monthsLater(beginsOn, months);
    const ground = await simulationGround("simulated-years");
    try {
      const diary = new PeoplesDiary();
      let checkedUntil = "";
      let month = beginsOn.slice(0, 7);
      const checks = { days: 0, months: 0 };
      const afterDay = async (day: string) => {
        checkedUntil = await checkTouched(ground, checkedUntil);
        checks.days++;
        if (day.slice(0, 7) === month) return;
        month = day.slice(0, 7);
        await checkAll(ground, day);
        checks.months++;
      };
      const clock = await portfolioClock({ ...ground, beginsAt: new Date(`${beginsOn}T15:00:00Z`), diary, afterDay });
      const borrowers = await makeBorrowers(
        { ground, diary, random: randomFrom(seed), beginsOn, endsOn },
        products,
        argument("kind"),
      );
      say(`${products} products wait for their day`);
      const began = performance.now();
      await clock.passTo(new Date(`${endsOn}T23:59:00Z`));
      const seconds = (performance.now() - began) / 1000;
      say(`${beginsOn} to ${endsOn} has passed in ${Math.round(seconds)} s`);
      await checkAll(ground, endsOn);
      const compared = await compareStatements(ground, borrowers, endsOn);
      const { counts } = clock;
      return {
        products,
        months,
        "seconds for all of them": Math.round(seconds),
        "business days a second": Math.round((products * daysIn(beginsOn, endsOn)) / seconds),
        "days on which something was due": counts.days,
        "stops of the clock": counts.stops,
        "due rows": counts["due rows"],
        workflows: counts.workflows,
        events: counts.events,
        "days whose touched accounts were compared": checks.days,
        "checks of all invariants": checks.months + 1,
        ...compared,
        "borrowers that differ": 0,
        "broken invariants": 0,
        "rows that wait without a date, a payment or a task": 0,
      };
    } finally {
      await ground.close();
    }
  },
};

const monthsLater = (date: string, months: number): string => {
  const [year = 0, month = 0] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 5)).toISOString().slice(0, 10);
};
const daysIn = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Compares the balances of every account that was posted to since the last check with its lines, and with what its obligations say. */
async function checkTouched({ admin }: SimulationGround, since: string): Promise<string> {
  const { rows } = await admin.query<{ until: string; broken: string | null }>(
    `with touched as (
       select distinct l.subject from app.journal j join app.journal_line l on l.journal_id = j.id and l.occurred_on = j.occurred_on
       where j.id::text > $1 and l.subject is not null
     ), held as (
       select b.subject, b.account, b.book, b.detail, sum(b.debit_cents - b.credit_cents) as cents
       from app.ledger_balance b join touched t on t.subject = b.subject group by 1, 2, 3, 4
     ), lines as (
       select l.subject, l.account, l.book, l.detail, sum(l.debit_cents - l.credit_cents) as cents
       from app.journal_line l join touched t on t.subject = l.subject group by 1, 2, 3, 4
     ), owed as (
       select o.issued_product_id as subject, sum(owed_principal_cents - paid_principal_cents - waived_principal_cents) as cents
       from app.obligation o join touched t on t.subject = o.issued_product_id where o.cancelled_at is null group by 1
     )
     select (select max(id::text) from app.journal) as until, (
       select string_agg(sentence, '; ') from (
         select format('account %s of %s has %s and lines of %s', coalesce(h.account, l.account), coalesce(h.subject, l.subject), h.cents, l.cents)
           as sentence from held h full join lines l using (subject, account, book, detail) where h.cents is distinct from l.cents
         union all
         select format('%s owes a principal of %s and has %s in the books', o.subject, o.cents, h.cents) from owed o
         join (select held.subject, sum(held.cents) as cents from held join app.ledger_account a on a.number = held.account
           where a.code = 'PRINCIPAL_RECEIVABLE' group by 1) h on h.subject = o.subject where h.cents <> o.cents
       ) found) as broken`,
    [since],
  );
  const [row] = rows;
  hold("touched accounts", row?.broken ?? null, null);
  return row?.until ?? since;
}

/** Every invariant of the ledger, cash against the bank, and that nothing waits without a date or a person. */
async function checkAll({ admin, app }: SimulationGround, day: string): Promise<void> {
  const broken = (await checkInvariants(admin, businessDate(day))).flatMap((finding) => finding.broken);
  hold(`broken invariants on ${day}`, broken.join("; "), "");
  hold(`what waits for nothing on ${day}`, (await waitingForNothing(admin)).join("; "), "");
  for (const book of books) {
    const { rows } = await admin.query<{ cents: string }>(
      `select coalesce(sum(b.debit_cents - b.credit_cents), 0)::text as cents from app.ledger_balance b
       join app.ledger_account a on a.number = b.account where a.code = 'CASH' and b.book = $1`,
      [book],
    );
    hold(`cash of ${book} on ${day}`, rows[0]?.cents, String(await app.payments.bankBalance(book)));
  }
}

/** Compares the bank's own lines of each borrower, and what each loan owes, with what was calculated separately. */
async function compareStatements(ground: SimulationGround, borrowers: readonly Borrower[], endsOn: string) {
  const { app, admin } = ground;
  const lines = (await app.payments.bankLinesSince("EQUITY", businessDate(beginsOn))).filter(
    ({ postedOn }) => postedOn <= endsOn,
  );
  const ofBusiness = Map.groupBy(lines, ({ text }) => text.trim().split(" ").at(-1) ?? "");
  const known = new Set(borrowers.map(({ businessId }) => businessId));
  const compared = { lines: 0 };
  const compare = (what: string, found: typeof lines, expected: readonly BankedLine[]) => {
    const written = (all: BankedLine[]) =>
      all
        .map(({ on, cents }) => `${on} ${cents}`)
        .toSorted()
        .join("\n");
    const signed = found.map(({ postedOn, amountCents, direction }) => ({
      on: String(postedOn),
      cents: BigInt(amountCents) * (direction === "INCOMING" ? 1n : -1n),
    }));
    const wanted = expected.filter(({ on }) => on <= endsOn);
    if (written(signed) !== written(wanted)) throw new Error(`${what}:\n${differences(signed, wanted).join("\n")}`);
    compared.lines += wanted.length;
  };
  const settlements: BankedLine[] = [];
  for (const { businessId, kind, expected } of borrowers) {
    const all = expected();
    const own = ofBusiness.get(businessId) ?? [];
    if (kind === "INTEGRATED_MCA" && all) {
      compare(`the statement of ${kind} ${businessId}`, own, all.slice(0, 1));
      settlements.push(...all.slice(1));
    } else if (all) compare(`the statement of ${kind} ${businessId}`, own, all);
  }
  const ofPlatform = [...ofBusiness].flatMap(([name, found]) => (known.has(name) ? [] : found));
  compare("the statement of the platform", ofPlatform, settlements);
  for (const borrower of borrowers) await compareOwed(admin, borrower, ofBusiness.get(borrower.businessId) ?? []);
  const statuses = await admin.query<{ kind: string; status: string; count: number }>(
    "select product_type as kind, loan_status as status, count(*)::int as count from app.issued_product group by 1, 2 order by 1, 2",
  );
  return {
    "lines of the bank that are as calculated": compared.lines,
    ...choicesOf(borrowers),
    ...Object.fromEntries(statuses.rows.map(({ kind, status, count }) => [`${kind} that are ${status}`, count])),
  };
}

function choicesOf(borrowers: readonly Borrower[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { choices } of borrowers)
    for (const [what, times] of Object.entries(choices)) all[what] = (all[what] ?? 0) + times;
  return Object.fromEntries(Object.entries(all).toSorted());
}

const differences = (found: readonly BankedLine[], wanted: readonly BankedLine[]): string[] => {
  const name = ({ on, cents }: BankedLine) => `${on} ${cents}`;
  const [has, wants] = [found.map(name), wanted.map(name)];
  return [
    ...wants.filter((one) => !has.includes(one)).map((one) => `is missing: ${one}`),
    ...has.filter((one) => !wants.includes(one)).map((one) => `is too much: ${one}`),
  ].toSorted();
};

type BankLines = Awaited<ReturnType<SimulationGround["app"]["payments"]["bankLinesSince"]>>;

/** What a loan owes by its rows, its fees by the entries that came back, and that everything that was paid was applied or is on its way. */
async function compareOwed(admin: SimulationGround["admin"], borrower: Borrower, lines: BankLines): Promise<void> {
  const { productId, kind, loan } = borrower;
  const what = `${kind} ${productId}`;
  const { rows } = await admin.query<{
    number: number;
    dueOn: string;
    principal: string;
    interest: string;
    fee: string | null;
  }>(
    `select number, original_due_on::text as "dueOn", owed_principal_cents::text as principal, owed_interest_cents::text as interest,
       fee_type as fee from app.obligation where issued_product_id = $1 and cancelled_at is null order by number`,
    [productId],
  );
  const sums = await admin.query<{ applied: string; pending: string; credit: string }>(
    `select coalesce((select sum(paid_principal_cents + paid_interest_cents + paid_fee_cents) from app.payment_application
         where issued_product_id = $1 and taken_back_at is null), 0)::text as applied,
       coalesce((select sum(o.amount_cents) from app.payment_order o where o.issued_product_id = $1 and o.direction = 'INCOMING'
         and o.status = 'SUBMITTED' and exists (select from app.bank_line b where b.payment_order_id = o.id)), 0)::text as pending,
       (coalesce((select sum(o.credit_cents - o.credit_used_cents) from app.payment_order o where o.issued_product_id = $1
           and o.direction = 'INCOMING' and o.status = 'SUCCESSFUL_PAYMENT'), 0)
         - coalesce((select sum(o.amount_cents) from app.payment_order o where o.issued_product_id = $1 and o.purpose = 'CREDIT_REFUND'
           and o.status in ('SUBMITTED', 'SUCCESSFUL_PAYMENT')
           and exists (select from app.bank_line b where b.payment_order_id = o.id)), 0))::text as credit`,
    [productId],
  );
  if (!loan) return;
  const [sum] = sums.rows;
  const net = lines.reduce(
    (all, line) => all + (line.direction === "INCOMING" ? line.amountCents : -line.amountCents),
    0,
  );
  const collected = BigInt(net) + payoutOf(loan.terms);
  const known = BigInt(sum?.applied ?? 0) + BigInt(sum?.pending ?? 0) + BigInt(sum?.credit ?? 0);
  hold(`${what}: collected`, known, collected);
  if (kind === "PAYS_EARLY" || kind === "CHOOSES") return;
  const planned = amortizedRows(loan.terms, loan.fundedOn);
  const scheduled = rows.filter(({ fee }) => fee === null);
  for (const [n, row] of planned.entries()) {
    const has = scheduled[n];
    hold(
      `${what}: row ${n + 1}`,
      `${has?.dueOn} ${has?.principal} ${has?.interest}`,
      `${row.dueOn} ${row.principal} ${row.interest}`,
    );
  }
}
