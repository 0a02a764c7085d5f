import { randomBytes, randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { type DuePages, duePages } from "../clock/due-pages.ts";
import { inScope } from "../db/scope.ts";
import { closers } from "../funding/signed.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { checkInvariants } from "../ledger/invariants.ts";
import { offered } from "../offers/offered.fixture.ts";
import { createOrder } from "../payments/create-order.ts";
import { matchStatementLine } from "../payments/match-statement-line.ts";
import { aDebtor, aVerifiedAccount, type Debtor } from "../payments/payments.fixture.ts";
import { reconcile } from "../payments/reconcile.ts";
import { readPayment, sendPayment } from "../payments/send-payment.ts";
import { loanTerms } from "../products/products.fixture.ts";
import type { Payments } from "../providers/payments/port.ts";
import { openReceiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { dueJobs } from "../slices.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { handleEvents, recordEvent } from "../workflows/handle-event.fixture.ts";
import { reviewDraw } from "./draws/review-draw.ts";

export type LifeGround = { server: TestServer; sandbox: TestSandbox; pages: DuePages; close(): Promise<void> };

/** A server whose processor is that of the sandbox. */
export async function lifeGround(): Promise<LifeGround> {
  const key = "a key of the test";
  let server: TestServer | null = null;
  const receiver = await openReceiver(async (posted) => (server ? server.postWebhook("payments", posted) : 503));
  const sandbox = await testSandbox({ MODERN_TREASURY_WEBHOOK_URL: receiver.url, MODERN_TREASURY_WEBHOOK_KEY: key });
  const opened = await testServer({ ...sandbox.environment, MODERN_TREASURY_WEBHOOK_KEY: key });
  server = opened;
  return {
    server: opened,
    sandbox,
    pages: duePages(opened.database.pool("engine"), dueJobs),
    close: async () => {
      receiver.close();
      await opened.close();
      await sandbox.close();
    },
  };
}

const startsAt = "2026-01-14T15:00:00Z";

/** What is due at the last moment of a step is over after a few rounds. */
const mostRoundsAtEnd = 100;

type LoanWishes = {
  accountNumber?: string;
  state?: string;
  terms?: object;
  /** Another product than the loan. */
  product?:
    | { type: "MCA" | "INTEGRATED_MCA"; request: object; amountCents: number; payoutCents: number }
    // A line is open without a payout.
    | {
        type: "LOC_TERM_LOAN" | "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER";
        request: null;
        amountCents: number;
        maturesOn: string;
      };
  /** Whether the agreement was signed here. */
  isSigned?: boolean;
  /** The time to which the clock is moved after the funding. */
  until?: string;
};

const loan = {
  type: "TERM_LOAN",
  request: { loanAmountCents: 5_000_000 },
  amountCents: 5_000_000,
  payoutCents: 4_850_000,
} as const;

/** TL-1, a loan of 50,000.00 at 18 percent over twelve months, with the clock, the engine and the processor that move it. */
export class LoanLife {
  readonly #ground: LifeGround;
  readonly #pages: DuePages;
  readonly debtor: Debtor;
  readonly id = randomUUID();

  private constructor(ground: LifeGround, debtor: Debtor) {
    this.#ground = ground;
    this.#pages = ground.pages;
    this.debtor = debtor;
  }

  /** A loan whose payout arrives on the day of funding. Its account ends in the number that decides what the bank does. */
  static async fund(ground: LifeGround, wishes: LoanWishes = {}): Promise<LoanLife> {
    const { accountNumber = "1000000001", state = "OH", terms = loanTerms, isSigned = true, product = loan } = wishes;
    const debtor = await aDebtor(ground.server, accountNumber, startsAt);
    const life = new LoanLife(ground, debtor);
    const { platformId, businessId, bankAccountId } = debtor;
    const { admin } = ground.server.database;
    await deleteLoan(ground, debtor);
    await admin.query("update app.bank_account set roles = '{SERVICING,DISBURSEMENT}' where id = $1", [bankAccountId]);
    const { offer } = await offered(admin, debtor, {
      terms: terms as never,
      amountCents: product.amountCents,
      state,
      isLocked: true,
    });
    if (isSigned)
      await admin.query(
        `insert into app.signing (platform_id, business_id, reference, name, status, vendor_document_id, original_sha256, signed_sha256, places,
           kind, offer_id, amount_cents)
         values ($1, $2, $3, 'Agreement', 'COMPLETED', $3, $4, $5, '[]', 'AGREEMENT', $6, $7)`,
        [platformId, businessId, `agreement/${offer}`, randomBytes(32), randomBytes(32), offer, product.amountCents],
      );
    await admin.query(
      "update app.offer set status = 'ACCEPTED', selected_at = $2, chosen_amount_cents = amount_cents, chosen_terms = terms where id = $1",
      [offer, startsAt],
    );
    const request = product.request && JSON.stringify(product.request);
    await admin.query(
      `insert into app.issued_product (id, platform_id, business_id, offer_id, product_type, book, terms, request, loan_status, product_state)
       values ($1, $2, $3, $4, $5, 'EQUITY', $6, $7, 'CURRENT', 'PENDING')`,
      [life.id, platformId, businessId, offer, product.type, JSON.stringify(terms), request],
    );
    if (product.request === null) {
      await admin.query(
        "update app.issued_product set product_state = 'ACTIVE', funded_on = $2, limit_cents = $3, matures_on = $4 where id = $1",
        [life.id, startsAt.slice(0, 10), product.amountCents, product.maturesOn],
      );
      await admin.query(
        `insert into app.product_servicing (platform_id, business_id, issued_product_id, next_action_at)
         select platform_id, business_id, id, $2 from app.issued_product where id = $1`,
        [life.id, startsAt],
      );
      await life.passTo(wishes.until ?? "2026-01-21T15:00:00Z");
      return life;
    }
    await debtor.within((tx) =>
      createOrder(
        tx,
        {
          ...debtor.debit({ amountCents: cents(product.payoutCents), dueOn: businessDate("2026-01-14") }),
          productType: product.type,
          direction: "OUTGOING",
          paymentType: "OUTGOING",
          purpose: "FUNDING",
          key: `funding/${life.id}/1`,
          item: `funding/${life.id}`,
          subjects: { issuedProductId: life.id },
          approvedBy: randomUUID(),
        },
        { actor: { kind: "SYSTEM", id: null }, requestId: null },
      ),
    );
    await life.passTo(wishes.until ?? "2026-01-21T15:00:00Z");
    return life;
  }

  async rows<T>(sql: string, ...values: unknown[]): Promise<T[]> {
    return (await this.#ground.server.database.admin.query(sql, values)).rows as T[];
  }

  /** Does in order what the clock, the engine and the processor do until the given time. */
  async passTo(to: string): Promise<void> {
    const { server, sandbox } = this.#ground;
    const { platformId, businessId } = this.debtor;
    const pages = this.#pages;
    const end = new Date(to);
    let roundsAtEnd = 0;
    for (;;) {
      const { nextAt } = await sandbox.ask<{ nextAt: string | null }>(`/clock/${businessId}`);
      const nextDue = await pages.nextOfBusiness(businessId);
      const [clock] = await this.rows<{ now: Date }>(
        "select now_at as now from app.business_clock where business_id = $1",
        businessId,
      );
      const stops = [end, nextDue ? new Date(nextDue) : end, nextAt ? new Date(nextAt) : end];
      // A moment is kept to the microsecond, so the stop is not before it.
      const first = Math.min(...stops.map((at) => at.getTime()));
      const stop = new Date(Math.max(clock?.now.getTime() ?? 0, first));
      await this.setClock(stop);
      await sandbox.put("/clock", { world: businessId, now: stop.toISOString() });
      await sandbox.webhooksDelivered(businessId);
      await this.act();
      const left = await pages.ofBusiness(businessId, 1);
      const { count } = await pages.openWork(businessId);
      const { nextAt: vendors } = await sandbox.ask<{ nextAt: string | null }>(`/clock/${businessId}`);
      const isQuiet = left.length === 0 && count === 0 && (vendors === null || new Date(vendors) > end);
      if (stop.getTime() < end.getTime()) continue;
      if (isQuiet) break;
      // An order that the processor never accepts is tried again for ever.
      roundsAtEnd += 1;
      if (roundsAtEnd > mostRoundsAtEnd) throw new Error(`work is still open at ${to} after ${roundsAtEnd} rounds`);
    }
    await server.database.admin.query(
      "update app.workflow_run set state = 'DONE' where platform_id = $1 and state = 'OPEN'",
      [platformId],
    );
  }

  setClock(now: Date): Promise<unknown[]> {
    return this.rows(
      "update app.business_clock set now_at = $2 where business_id = $1 and now_at < $2",
      this.debtor.businessId,
      now,
    );
  }

  /** Runs what is due by the business's time, then its workflows and the handlers of its events. */
  async act(): Promise<void> {
    const { server } = this.#ground;
    const { platformId, businessId } = this.debtor;
    const tenant = { platformId, businessId };
    await handleEvents(server, businessId);
    for (const { rank, id, dueAt } of await this.#pages.ofBusiness(businessId, 50)) {
      await inScope(server.app.pool, tenant, async (tx) => {
        const table = dueJobs[rank]?.table ?? "";
        const { rows } = await server.database.admin.query(
          `select c.now_at as now, t.next_action_at <= c.now_at as due from app.business_clock c, app.${table} t
           where c.business_id = $1 and t.id = $2`,
          [businessId, id],
        );
        if (rows[0]?.due) await dueJobs[rank]?.act(tx, { ...tenant, id, dueAt }, rows[0].now);
      });
    }
    const open = await this.rows<{ kind: string; id: string }>(
      "select kind, id from app.workflow_run where business_id = $1 and state = 'OPEN' order by created_at, id",
      businessId,
    );
    for (const { kind, id } of open) {
      const ids = { ...tenant, id };
      if (kind === "send-payment") await sendPayment(server.app, server.app.payments, ids);
      if (kind === "review-draw") await reviewDraw(server.app, ids);
      if (kind === "read-payment") await readPayment(server.app, server.app.payments, ids);
      await this.rows("update app.workflow_run set state = 'DONE' where kind = $1 and id = $2", kind, id);
    }
    await handleEvents(server, businessId);
  }

  /** The owner has another verified account with another number. Debits stay where they are. */
  addAccount(accountNumber: string): Promise<string> {
    const { platformId, businessId } = this.debtor;
    return aVerifiedAccount(this.#ground.server, { platformId, businessId }, accountNumber);
  }

  /** The owner has another account with another number, and debits go to it from now on. */
  async useOtherAccount(accountNumber: string): Promise<void> {
    const { server } = this.#ground;
    const { platformId, businessId } = this.debtor;
    const id = await this.addAccount(accountNumber);
    await this.rows("update app.bank_account set roles = '{}' where business_id = $1", businessId);
    await this.rows("update app.bank_account set roles = '{SERVICING,DISBURSEMENT}' where id = $1", id);
    const taskId = randomUUID();
    await recordEvent(
      server,
      { platformId, businessId },
      { kind: "task.resolved", body: { taskId, task: "PAYMENT_FAILED" } },
    );
    await handleEvents(server, businessId);
  }

  /** Its owner can be written to. */
  async nameOwner(): Promise<void> {
    const { businessId } = this.debtor;
    await this.rows(
      `insert into app.user_role (platform_id, business_id, user_id, role)
       select platform_id, business_id, id, 'PRIMARY_OWNER' from app.business_user where business_id = $1`,
      businessId,
    );
    await this.rows(
      "update app.business_user set email = 'owner@example.com', first_name = 'Pia' where business_id = $1",
      businessId,
    );
  }

  async status(): Promise<string | undefined> {
    const [row] = await this.rows<{ status: string }>(
      "select loan_status as status from app.issued_product where id = $1",
      this.id,
    );
    return row?.status;
  }

  /** The debits of the loan by item number, in the order in which they were made. */
  debits(): Promise<{ item: string; cents: number; on: string; status: string; retries: number }[]> {
    return this.rows(
      `select split_part(p.item, '/', 1) || ' ' || o.number as item, p.amount_cents::int as cents, p.effective_on::text as on, p.status,
         p.retries_made as retries
       from app.payment_order p join app.obligation o on o.id::text = split_part(p.item, '/', 2)
       where p.issued_product_id = $1 and p.direction = 'INCOMING' order by p.id`,
      this.id,
    );
  }

  /** The steps of delinquency that were done, without the due days. */
  steps(): Promise<{ item: number; step: string; days: number; on: string }[]> {
    return this.rows(
      `select o.number as item, s.step, s.days_past_due as days, s.done_on::text as on
       from app.delinquency_step s join app.obligation o on o.id = s.obligation_id
       where s.issued_product_id = $1 and s.from_days > 0 order by s.id`,
      this.id,
    );
  }

  openTasks(): Promise<{ kind: string }[]> {
    return this.rows(
      "select kind from app.task where business_id = $1 and closed_at is null order by kind",
      this.debtor.businessId,
    );
  }

  /**
   * Books the lines of our bank, and compares the ledger with the obligations and the orders: every settled debit is applied to the cent,
   * the clearing accounts are empty where no order is open, and no invariant of the ledger is broken.
   */
  async books(on: string): Promise<Record<string, number>> {
    const { server } = this.#ground;
    await reconcile(server.app, server.app.payments, businessDate("2026-01-02"));
    const broken = (await checkInvariants(server.database.admin, businessDate(on))).flatMap((one) => one.broken);
    if (broken.length > 0) throw new Error(broken.join("; "));
    const [sums] = await this.rows<{ applied: string; settled: string }>(
      `select (select coalesce(sum(paid_principal_cents + paid_interest_cents + paid_fee_cents), 0) from app.payment_application
           where issued_product_id = $1 and taken_back_at is null)::text as applied,
         (select coalesce(sum(amount_cents + credit_used_cents - credit_cents), 0) from app.payment_order
           where issued_product_id = $1 and direction = 'INCOMING' and status = 'SUCCESSFUL_PAYMENT')::text as settled`,
      this.id,
    );
    const [product] = await this.rows<{ off: boolean }>(
      "select written_off_at is not null as off from app.issued_product where id = $1",
      this.id,
    );
    if (!product?.off && sums?.applied !== sums?.settled)
      throw new Error(`orders have settled ${sums?.settled}, and ${sums?.applied} was applied`);
    const found = await this.rows<{ name: string; cents: string }>(
      `select a.code as name, sum(l.debit_cents - l.credit_cents)::text as cents from app.journal_line l
       join app.ledger_account a on a.number = l.account
       where l.issued_product_id = $1 group by a.code having sum(l.debit_cents - l.credit_cents) <> 0 order by 1`,
      this.id,
    );
    return Object.fromEntries(found.map(({ name, cents: held }) => [name, Number(held)]));
  }
}

/** New debits of the platform are held, as at a limit of the network for returned ones. */
export const holdDebits = (life: LoanLife): Promise<unknown> =>
  life.rows("insert into app.debit_hold (platform_id, held_at) values ($1, $2)", life.debtor.platformId, startsAt);

export const releaseDebits = (life: LoanLife): Promise<unknown> =>
  life.rows("update app.debit_hold set released_at = now() where platform_id = $1", life.debtor.platformId);

/** Three installments of 1,722,528 each, due on the 15th of February, March and April. Together they have 167,584 of interest. */
export const threeInstallments = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
export const installmentCents = 1_722_528;
export const interestCents = 167_584;

/** The account that always pays, the one at which each first debit of an item is returned, and the one at which all are. */
export const [paysAlways, returnsFirst, returnsAll] = ["1000000001", "1000000201", "1000000002"] as const;

/** A loan of three installments, and a role of its person. */
export async function aLoanWithRole(
  ground: LifeGround,
  accountNumber: string,
  role: "PRIMARY_OWNER" | "SECONDARY_OWNER" | "OPERATOR" = "PRIMARY_OWNER",
  terms: object = threeInstallments,
): Promise<LoanLife> {
  const life = await LoanLife.fund(ground, { terms, accountNumber });
  await giveRole(life, role);
  return life;
}

export const giveRole = (life: LoanLife, role: string): Promise<unknown> =>
  life.rows(
    `insert into app.user_role (platform_id, business_id, user_id, role)
     select platform_id, business_id, id, $2 from app.business_user where business_id = $1`,
    life.debtor.businessId,
    role,
  );

/** Two members of staff on a ground, for what takes two of them. */
export async function staffedGround(): Promise<{ ground: LifeGround; staff: [TestMember, TestMember] }> {
  const ground = await lifeGround();
  return { ground, staff: await closers(ground.server) };
}

/** Money that our bank has and no processor knows: a receipt in suspense. Returns the reference of its line. */
export const wire = (
  ground: LifeGround,
  amountCents: number,
  postedOn: string,
  book: "EQUITY" | "OPCO" = "EQUITY",
): Promise<string> => unknownLine(ground, "INCOMING", amountCents, postedOn, book);

/** Money that our bank has taken out again, such as that of a check that has bounced. Returns the reference of its line. */
export const withdrawal = (ground: LifeGround, amountCents: number, postedOn: string): Promise<string> =>
  unknownLine(ground, "OUTGOING", amountCents, postedOn, "EQUITY");

async function unknownLine(
  { server }: LifeGround,
  direction: "INCOMING" | "OUTGOING",
  amountCents: number,
  postedOn: string,
  book: "EQUITY" | "OPCO",
): Promise<string> {
  const lineId = randomUUID();
  const knowsNothing = { match: async () => null } as unknown as Payments;
  const line = { lineId, book, direction, amountCents: cents(amountCents), text: "WIRE" } as const;
  await matchStatementLine(server.app, knowsNothing, { ...line, postedOn: businessDate(postedOn) });
  return lineId;
}

/** The debtor's own loan has obligations without the entries of a funding, which no ledger check would accept. */
async function deleteLoan({ server }: LifeGround, { issuedProductId }: Debtor): Promise<void> {
  await server.database.admin.query("delete from app.obligation where issued_product_id = $1", [issuedProductId]);
  await server.database.admin.query("delete from app.issued_product where id = $1", [issuedProductId]);
}
