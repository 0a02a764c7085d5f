import { checkInvariants } from "../apps/api/src/ledger/invariants.ts";
import { reconcile } from "../apps/api/src/payments/public.ts";
import { addBankingDays } from "../packages/lending/src/calendar/banking-day.ts";
import { type BusinessDate, businessDate, daysBetween } from "../packages/lending/src/calendar/business-date.ts";
import { books } from "../packages/lending/src/ledger/accounts.ts";
import { beginsAt, journal, pausedWorkflows } from "./payments-ground.ts";
import { hold } from "./proof.ts";
import type { Borrower } from "./servicing-crash-ground.ts";
import { countOf, type World } from "./world.ts";

/** A debit settles two banking days after its day. */
const settlesInBankingDays = 2;
/** The steps of delinquency of a loan by the day past due on which each begins. */
const stepsFrom: readonly (readonly [number, string])[] = [
  [0, "DUE"],
  [1, "GRACE"],
  [6, "LATE"],
  [15, "STAFF_CONTACT"],
  [30, "STAFF_CONTACT"],
  [30, "WATCH_LIST"],
];

type Found = Record<
  "funded" | "debits" | "returned" | "due" | "paid" | "onTheWay" | "delinquent" | "late" | "fullyPaid",
  number
> & { cash: string };

/** Compares the processor's journal, the orders, the items and the ledger. Reads the bank's statements first. */
export async function checkServicing(
  world: World,
  borrowers: readonly Borrower[],
  today: BusinessDate,
): Promise<Found> {
  const { app, admin } = world;
  hold("workflows that are open or failed", await countOf(world, "app.workflow_run where state <> 'DONE'"), 0);
  hold("workflows that are paused", await pausedWorkflows(world), 0);
  hold(
    "orders that are in doubt",
    await countOf(world, "app.task where kind in ('PAYMENT_DOUBLED', 'PAYMENT_HELD')"),
    0,
  );
  const debits = await checkJournal(world, borrowers);
  const items = await checkItems(world, borrowers, today);
  const { faults } = await reconcile(app, app.payments, businessDate(beginsAt.slice(0, 10)));
  hold("unexplained bank lines", faults.length, 0);
  const broken = (await checkInvariants(admin, today)).flatMap((one) => one.broken);
  hold("broken invariants of the ledger", broken.join("; "), "");
  let cashCents = 0;
  for (const book of books) {
    const { rows } = await admin.query<{ cash: number }>(
      `select coalesce(sum(b.debit_cents - b.credit_cents), 0)::bigint as cash from app.ledger_balance b
       join app.ledger_account a on a.number = b.account where a.code = 'CASH' and b.book = $1`,
      [book],
    );
    hold(`cash of ${book} equals the bank's balance`, rows[0]?.cash, await app.payments.bankBalance(book));
    cashCents += Number(rows[0]?.cash);
  }
  return {
    funded: borrowers.flatMap(({ loans }) => loans).length,
    ...debits,
    ...items,
    late: await countOf(world, "app.issued_product where loan_status = 'LATE'"),
    fullyPaid: await countOf(world, "app.issued_product where loan_status = 'FULLY_PAID'"),
    cash: `$${(cashCents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`,
  };
}

type StoredOrder = { id: string; product: string; direction: string; purpose: string; cents: number; status: string };

/** Every order that was sent is in the processor's journal once, with its amount, and nothing else is. Each loan is paid out once. */
async function checkJournal(world: World, borrowers: readonly Borrower[]): Promise<Pick<Found, "debits" | "returned">> {
  const accepted = Map.groupBy(await journal(world), ({ reference }) => reference ?? "");
  const { rows } = await world.admin.query<StoredOrder>(
    `select id, issued_product_id as product, direction, purpose, amount_cents::int as cents, status from app.payment_order
     where status in ('SUBMITTED', 'SUCCESSFUL_PAYMENT', 'FAILED_PAYMENT')`,
  );
  hold("payments of the processor that are no order of ours", accepted.size, rows.length);
  for (const { id, direction, cents } of rows) {
    const sent = (accepted.get(id) ?? []).map((one) => `${one.direction} ${one.amountCents}`);
    hold(`the payments of order ${id}`, sent.join(), `${direction === "INCOMING" ? "debit" : "credit"} ${cents}`);
  }
  const payouts = Map.groupBy(
    rows.filter(({ purpose }) => purpose === "FUNDING"),
    ({ product }) => product,
  );
  for (const { id, payoutCents } of borrowers.flatMap(({ loans }) => loans)) {
    const paid = (payouts.get(id) ?? []).map(({ status, cents }) => `${status} ${cents}`);
    hold(`the payouts of loan ${id}`, paid.join(), `SUCCESSFUL_PAYMENT ${payoutCents}`);
  }
  const debits = rows.filter(({ direction }) => direction === "INCOMING");
  return { debits: debits.length, returned: debits.filter(({ status }) => status === "FAILED_PAYMENT").length };
}

type StoredItem = {
  id: string;
  product: string;
  business: string;
  status: string;
  dueOn: string;
  owed: number;
  unpaid: number;
  debited: number;
  open: number;
  steps: string[];
  contacts: number;
};

/** Nothing that has fallen due is debited twice or forgotten. */
async function checkItems(
  { admin }: World,
  borrowers: readonly Borrower[],
  today: BusinessDate,
): Promise<Pick<Found, "due" | "paid" | "onTheWay" | "delinquent">> {
  const { rows } = await admin.query<StoredItem>(
    `select o.id, o.issued_product_id as product, o.business_id as business, p.loan_status as status, o.due_on::text as "dueOn",
       (o.owed_principal_cents + o.owed_interest_cents)::int as owed,
       (o.owed_principal_cents + o.owed_interest_cents - o.paid_principal_cents - o.paid_interest_cents
         - o.waived_principal_cents - o.waived_interest_cents)::int as unpaid,
       coalesce((select sum(x.amount_cents) from app.payment_order x
         where x.item = 'installment/' || o.id and x.status = 'SUCCESSFUL_PAYMENT'), 0)::int as debited,
       (select count(*)::int from app.payment_order x where x.item = 'installment/' || o.id
         and x.status in ('CREATED', 'SCHEDULED', 'SUBMITTED')) as open,
       array(select s.step || ' ' || s.from_days from app.delinquency_step s where s.obligation_id = o.id) as steps,
       (select count(*)::int from app.task t where t.kind = 'DELINQUENCY_CONTACT' and t.subject_id = o.issued_product_id
         and t.closed_at is null) as contacts
     from app.obligation o join app.issued_product p on p.id = o.issued_product_id
     where o.due_on <= $1 and o.fee_type is null and o.cancelled_at is null`,
    [today],
  );
  const fates = new Map(borrowers.map(({ businessId, fate }) => [businessId, fate]));
  const settledUntil = addBankingDays(today, -settlesInBankingDays);
  const found = { due: rows.length, paid: 0, onTheWay: 0, delinquent: 0 };
  for (const item of rows) {
    const what = `item ${item.id}, due on ${item.dueOn}`;
    hold(`${what}: debited`, item.debited, item.owed - item.unpaid);
    if (item.unpaid === 0) {
      hold(`${what}: debits after it was paid`, item.open, 0);
      found.paid++;
      continue;
    }
    const isExpected = fates.get(item.business) !== "PAYS" || item.dueOn > settledUntil;
    hold(`${what}: is unpaid although its bank pays`, isExpected, true);
    if (item.open > 0) {
      hold(`${what}: debits at a time`, item.open, 1);
      found.onTheWay++;
      continue;
    }
    const days = daysBetween(businessDate(item.dueOn), today);
    const begun = stepsFrom.filter(([from]) => from <= days).map(([from, step]) => `${step} ${from}`);
    hold(`${what}: steps of delinquency`, item.steps.toSorted().join(), begun.toSorted().join());
    if (days >= 6) hold(`${what}: status of its loan`, item.status, "LATE");
    if (days >= 15) hold(`${what}: staff who contact the business`, item.contacts, 1);
    found.delinquent++;
  }
  return found;
}
