import { checkInvariants } from "../apps/api/src/ledger/invariants.ts";
import { reconcile } from "../apps/api/src/payments/public.ts";
import { waitingForNothing } from "../apps/api/src/servicing/ways-out.fixture.ts";
import { businessDate, daysBetween } from "../packages/lending/src/calendar/business-date.ts";
import { books } from "../packages/lending/src/ledger/accounts.ts";
import { until } from "../scripts/processes.ts";
import { beginsAt, createStaff } from "./closings-ground.ts";
import { connectProcessor } from "./payments-ground.ts";
import { Life, type Product } from "./product-lives-http-life.ts";
import { type HttpLife, lives } from "./product-lives-http-lives.ts";
import { hold, type Proof } from "./proof.ts";
import { countOf, createWorld, type World } from "./world.ts";

/** Lives that pass at the same time. */
const lanes = 5;

export const proof: Proof = {
  claim:
    "A loan lives from its funding to its payoff over HTTP, with worker, Restate and the sandbox's vendors as processes of their own: its owner signs and pays off in the portal, two members of staff fund it, and its platform moves the clock of the business by its API. Then what is unpaid is the same for staff, in the portal, in the rows of the product and in the ledger; everything that was paid was applied or refunded; every invariant of the ledger holds, cash equals the bank's balance, and nothing waits without a date or a person.",
  run: async ({ say }) => {
    const world = await createWorld("product-lives-http", (apiUrl) => ({
      PANDADOC_WEBHOOK_URL: `${apiUrl}/api/vendors/e-sign/webhooks`,
      ANONYMOUS_REQUESTS_PER_MINUTE: "1000000",
    }));
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start(), world.api.start()]);
      await connectProcessor(world);
      const staff = await createStaff(world);
      const ended: Life[] = [];
      const failures: string[] = [];
      const waiting = [...lives.entries()].toReversed();
      const lane = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const [n, { name, ending, endsAs, live }] = next;
          const life = await Life.begin(world, staff, name, `1${String(n).padStart(5, "0")}${ending}`);
          try {
            await live(life);
            await compare(world, life, endsAs);
            ended.push(life);
            say(`${name}: ${life.today}`);
          } catch (error) {
            failures.push(`${name} on ${life.today}: ${error}`);
            say(`${name}: ${error}`);
          }
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      hold("lives that did not end as they should", failures.join("\n"), "");
      await until("every workflow has ended", () => isIdle(world), 120_000);
      const last =
        ended
          .map(({ today }) => today)
          .toSorted()
          .at(-1) ?? beginsAt.slice(0, 10);
      await checkBooks(world, last);
      return {
        ...countsOf(lives),
        "products funded": ended.flatMap(({ products }) => products).length,
        "business days moved by the platform": ended.reduce((all, life) => all + daysOf(life), 0),
        "lives that ended otherwise": 0,
        "products whose figures differ": 0,
        "broken invariants of the ledger": 0,
      };
    } finally {
      await world.close();
    }
  },
};

const daysOf = ({ today }: Life): number => daysBetween(businessDate(beginsAt.slice(0, 10)), businessDate(today));

function countsOf(chosen: readonly HttpLife[]): Record<string, number> {
  const kinds = Map.groupBy(chosen, ({ name }) => name.split(":")[0] ?? "");
  return Object.fromEntries([...kinds].map(([kind, all]) => [`lives of a ${kind}`, all.length]));
}

const isIdle = async (world: World): Promise<boolean> =>
  (await countOf(world, "app.event where handled_at is null")) === 0 &&
  (await countOf(world, "app.workflow_run where state <> 'DONE'")) === 0;

type Sums = { principal: number; owed: number; inLedger: number; applied: number; settled: number };

/** What is unpaid is the same for staff, in the portal, in the rows of the product and in the ledger. */
async function compare(world: World, life: Life, endsAs: string): Promise<void> {
  const { app } = world;
  await reconcile(app, app.payments, businessDate(beginsAt.slice(0, 10)));
  const shown = new Map((await life.issued()).map((one) => [one.id, one]));
  const last = life.products.at(-1);
  for (const product of life.products) {
    const what = `${life.name}, ${product.type}`;
    const issued = shown.get(product.id);
    hold(`${what}: status`, issued?.loanStatus, product === last ? endsAs : "REFINANCED");
    const { loanStatus, writtenOffAt } = await life.serviced(product);
    hold(`${what}: status for staff`, loanStatus, issued?.loanStatus);
    const sums = await sumsOf(world, product);
    hold(`${what}: principal in the ledger`, sums.inLedger, writtenOffAt ? 0 : sums.principal);
    hold(`${what}: unpaid for staff`, await life.unpaid(product), sums.owed);
    hold(
      `${what}: unpaid in the portal`,
      shownBalance(product, issued?.servicingData),
      product.type === "TERM_LOAN" ? sums.principal : sums.owed,
    );
    if (writtenOffAt === null) hold(`${what}: settled and applied`, sums.settled, sums.applied);
    if (endsAs === "FULLY_PAID") hold(`${what}: owed at the end`, sums.owed, 0);
  }
}

function shownBalance({ type }: Product, data: Record<string, unknown> = {}): unknown {
  if (type !== "TERM_LOAN") return data["advanceBalanceCents"];
  type Schedule = { loanSummary: { principalBalanceInCents: number } };
  return (data["termLoanAmmortizationSchedule"] as Schedule).loanSummary.principalBalanceInCents;
}

/** `applied` is what debits, wires and receivables have paid of the product; `settled` is what came in, less what is returned of it. */
async function sumsOf({ admin }: World, { id }: Product): Promise<Sums> {
  const { rows } = await admin.query<Sums>(
    `select
       (select coalesce(sum(owed_principal_cents - paid_principal_cents - waived_principal_cents), 0)::int from app.obligation
         where issued_product_id = $1 and cancelled_at is null) as principal,
       (select coalesce(sum(owed_principal_cents + owed_interest_cents + owed_fee_cents - paid_principal_cents - paid_interest_cents
           - paid_fee_cents - waived_principal_cents - waived_interest_cents - waived_fee_cents), 0)::int from app.obligation
         where issued_product_id = $1 and cancelled_at is null) as owed,
       (select coalesce(sum(l.debit_cents - l.credit_cents), 0)::int from app.journal_line l
         join app.ledger_account a on a.number = l.account where l.subject = $1 and a.code = 'PRINCIPAL_RECEIVABLE') as "inLedger",
       (select coalesce(sum(paid_principal_cents + paid_interest_cents + paid_fee_cents), 0)::int from app.payment_application
         where issued_product_id = $1 and taken_back_at is null) as applied,
       (select coalesce(sum(amount_cents + credit_used_cents - credit_cents), 0)::int from app.payment_order
         where issued_product_id = $1 and direction = 'INCOMING' and status = 'SUCCESSFUL_PAYMENT') as settled`,
    [id],
  );
  const [sums] = rows;
  if (!sums) throw new Error("a product has sums");
  return sums;
}

async function checkBooks({ app, admin }: World, day: string): Promise<void> {
  const { faults } = await reconcile(app, app.payments, businessDate(beginsAt.slice(0, 10)));
  hold("lines of our bank that nobody has explained", faults.length, 0);
  const broken = (await checkInvariants(admin, businessDate(day))).flatMap((finding) => finding.broken);
  hold("broken invariants", broken.join("; "), "");
  hold("what waits for nothing", (await waitingForNothing(admin)).join("; "), "");
  for (const book of books) {
    const { rows } = await admin.query<{ cents: number }>(
      `select coalesce(sum(b.debit_cents - b.credit_cents), 0)::bigint as cents from app.ledger_balance b
       join app.ledger_account a on a.number = b.account where a.code = 'CASH' and b.book = $1`,
      [book],
    );
    hold(`cash of ${book}`, Number(rows[0]?.cents), await app.payments.bankBalance(book));
  }
}
