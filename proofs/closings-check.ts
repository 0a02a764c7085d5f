import { until } from "../scripts/processes.ts";
import type { Closing, Leaving, StaffTokens } from "./closings-ground.ts";
import { approve, openOwner, staffMember } from "./closings-people.ts";
import { journal, pausedWorkflows } from "./payments-ground.ts";
import { hold } from "./proof.ts";
import { countOf, type World } from "./world.ts";

type Standing = {
  status: string;
  step: string;
  offer: string;
  /** The agreement, and how many have signed it. */
  agreement: string;
  /** What brings the application on by itself: the deadline of the offer, the reminder of the co-owner, the deadline of the closing. */
  deadlines: string;
  /** Tasks of staff. */
  tasks: string;
  /** Cents that are reserved and not lent. */
  reserved: number;
  products: number;
  payouts: number;
};

async function standingOf({ admin }: World, { applicationId, offerId, businessId }: Closing): Promise<Standing> {
  const { rows } = await admin.query<Standing>(
    `select a.status, a.offer_step as step, (select status from app.offer where id = $2) as offer,
       coalesce((select s.status || ' ' || count(p.completed_at) from app.signing s join app.signing_signer p on p.signing_id = s.id
         where s.offer_id = $2 and s.kind = 'AGREEMENT' group by s.id), 'none') as agreement,
       concat_ws(' ', case when a.next_action_at is not null then 'offer' end,
         (select 'co-owner' from app.reminder where business_id = $3 and kind = 'CO_SIGNER' and next_action_at is not null),
         (select 'closing' from app.closing_checklist where application_id = $1 and next_action_at is not null)) as deadlines,
       (select coalesce(string_agg(kind, ' ' order by kind), '') from app.task where business_id = $3 and closed_at is null) as tasks,
       (select coalesce(sum(amount_cents), 0)::bigint from app.capital_reservation
         where application_id = $1 and issued_product_id is null and released_at is null) as reserved,
       (select count(*)::int from app.issued_product where offer_id = $2) as products,
       (select count(*)::int from app.payment_order where business_id = $3) as payouts
     from app.loan_application a where a.id = $1`,
    [applicationId, offerId, businessId],
  );
  const [row] = rows;
  if (!row) throw new Error("there is no application");
  return { ...row, reserved: Number(row.reserved) };
}

/** The same text for the same values, in whatever order they were written. */
const textOf = (standing: Standing): string => JSON.stringify(Object.entries(standing).toSorted());

/** Where a closing stands that its people have left: in a state that ends by itself, and that somebody can end. */
function leftStanding({ amountCents, coOwner }: Closing, leaves: Leaving): Standing {
  const nothing = { reserved: amountCents, products: 0, payouts: 0 };
  const everybody = coOwner ? 2 : 1;
  const open = { status: "WAITING_FOR_ACCEPTANCE", offer: "SELECTED", tasks: "" };
  const closing = {
    status: "CLOSE_LOAN",
    step: "OFFER_ACCEPTED",
    offer: "ACCEPTED",
    agreement: `COMPLETED ${everybody}`,
    // The deadline of the offer ends a closing no more.
    deadlines: "offer closing",
    tasks: "CLOSING_CHECKS",
    ...nothing,
  };
  switch (leaves) {
    case "BEFORE_SIGNING":
      return { ...open, step: "COLLECT_LEGAL_AGREEMENTS", agreement: "none", deadlines: "offer", ...nothing };
    case "CO_OWNER_MISSING":
      return { ...open, step: "OFFER_ACCEPTED", agreement: "VIEWED 1", deadlines: "offer co-owner", ...nothing };
    case "SIGNED":
    case "FUNDING_REQUESTED":
      return closing;
  }
}

/** Waits until everything that follows from earlier calls has happened. */
export const untilQuiet = (world: World): Promise<void> =>
  until(
    "every event is handled and every workflow has ended",
    async () =>
      (await countOf(world, "app.event where handled_at is null")) === 0 &&
      (await countOf(world, "app.workflow_run where state = 'OPEN'")) === 0,
    600_000,
  );

/** Each closing that was left stands in a state with a way out, and its owner takes it: they withdraw. */
export async function endLeft(world: World, staff: StaffTokens, closings: readonly Closing[]): Promise<number> {
  const left = closings.filter(({ leaves }) => leaves !== null);
  for (const closing of left) {
    const { n, leaves } = closing;
    if (!leaves) continue;
    hold(`closing ${n}, left`, textOf(await standingOf(world, closing)), textOf(leftStanding(closing, leaves)));
    const owner = await openOwner(world, closing);
    const { status, body } = await owner("POST", "/loan-applications/withdraw", { reason: "OTHER" });
    hold(`closing ${n} is withdrawn: ${JSON.stringify(body)}`, status, 200);
    if (leaves === "FUNDING_REQUESTED") await approveTooLate(world, staff, closing);
  }
  await untilQuiet(world);
  for (const closing of left) {
    const { status, reserved, products, payouts, agreement } = await standingOf(world, closing);
    const ended = `${status} ${reserved} ${products} ${payouts}`;
    hold(`closing ${closing.n} has ended`, ended, "LOAN_APPLICATION_WITHDRAWN 0 0 0");
    if (closing.leaves === "CO_OWNER_MISSING") hold("the agreement without a co-owner", agreement, "VOIDED 1");
  }
  return left.length;
}

/** A funding that was requested before the owner withdrew can be approved no more. */
async function approveTooLate(world: World, [, checker]: StaffTokens, { applicationId }: Closing): Promise<void> {
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from app.staff_request where subject_id = $1 and kind = $2 and state = 'PENDING'",
    [applicationId, "loan.fund"],
  );
  hold("fundings that wait for approval", rows.length, 1);
  hold("the late approval", await approve(staffMember(world, checker), rows[0]?.id ?? ""), "WRONG_STATE");
}

type Found = {
  funded: number;
  signed: number;
  lentCents: number;
};

/** Compares our rows with the vendors' records and with what was chosen. */
export async function checkClosings(world: World, closings: readonly Closing[]): Promise<Found> {
  const funded = closings.filter(({ leaves }) => leaves === null);
  await checkFunded(world, funded);
  await checkExposure(world, funded);
  const signed = await checkSignatures(world, closings);
  hold("workflows that are open or failed", await countOf(world, "app.workflow_run where state <> 'DONE'"), 0);
  hold("workflows that are paused", await pausedWorkflows(world), 0);
  return { funded: funded.length, signed, lentCents: sumOf(funded) };
}

const sumOf = (closings: readonly Closing[]) => closings.reduce((sum, { amountCents }) => sum + amountCents, 0);

type Product = {
  offer: string;
  products: number;
  lent: number;
  schedules: number;
  principal: string;
  orders: string;
  payout: string;
  funded: number;
  accepted: number;
};

/** One product, one schedule, one payout of each funded loan, and one payment in the processor's journal for it. */
async function checkFunded(world: World, funded: readonly Closing[]): Promise<void> {
  const payments = Map.groupBy(await journal(world), ({ reference }) => reference ?? "");
  hold("payments of the processor", payments.size, funded.length);
  const { rows } = await world.admin.query<Product>(
    `select o.id as offer, count(distinct p.id)::int as products,
       (select count(*)::int from app.capital_reservation r where r.application_id = o.application_id and r.released_at is null
         and r.issued_product_id is not null and r.amount_cents = o.chosen_amount_cents) as lent,
       (select count(distinct b.funding_order_id)::int from app.obligation b join app.issued_product i on i.id = b.issued_product_id
         where i.offer_id = o.id and b.cancelled_at is null) as schedules,
       (select sum(b.owed_principal_cents)::text from app.obligation b join app.issued_product i on i.id = b.issued_product_id
         where i.offer_id = o.id and b.cancelled_at is null) as principal,
       (select string_agg(x.status || ' ' || x.purpose || ' ' || x.amount_cents, ', ') from app.payment_order x
         where x.business_id = o.business_id and x.direction = 'OUTGOING') as orders,
       (select min(x.id::text) from app.payment_order x where x.business_id = o.business_id and x.direction = 'OUTGOING') as payout,
       (select count(*)::int from app.event e where e.stream = o.business_id and e.kind = 'application.funded') as funded,
       (select count(*)::int from app.event e where e.stream = o.business_id and e.kind = 'offer.accepted') as accepted
     from app.offer o left join app.issued_product p on p.offer_id = o.id group by o.id`,
  );
  const found = new Map(rows.map((row) => [row.offer, row]));
  for (const { n, offerId, amountCents, payoutCents } of funded) {
    const row = found.get(offerId);
    if (!row) throw new Error("an offer is gone");
    const { payout, offer: _, ...counts } = row;
    const wanted = {
      products: 1,
      lent: 1,
      schedules: 1,
      principal: String(amountCents),
      orders: `SUCCESSFUL_PAYMENT FUNDING ${payoutCents}`,
      funded: 1,
      accepted: 1,
    };
    hold(`closing ${n}`, JSON.stringify(counts), JSON.stringify(wanted));
    const sent = (payments.get(payout) ?? []).map(({ direction, amountCents: cents }) => `${direction} ${cents}`);
    hold(`the payments of closing ${n}`, sent.join(), `credit ${payoutCents}`);
  }
  hold("products", await countOf(world, "app.issued_product"), funded.length);
}

/** What a provider's limits count is what it has lent, by the closings, the reservations and the ledger; nothing else is reserved. */
async function checkExposure(world: World, funded: readonly Closing[]): Promise<void> {
  const { rows } = await world.admin.query<{ id: string; counted: string; lent: string; owed: string; unused: string }>(
    `select p.id, p.reserved_cents::text as counted,
       (select coalesce(sum(amount_cents), 0)::text from app.capital_reservation
         where provider_id = p.id and released_at is null and issued_product_id is not null) as lent,
       (select coalesce(sum(amount_cents), 0)::text from app.capital_reservation
         where provider_id = p.id and released_at is null and issued_product_id is null) as unused,
       (select coalesce(sum(b.debit_cents - b.credit_cents), 0)::text from app.ledger_balance b
         join app.ledger_account a on a.number = b.account where a.code = 'PRINCIPAL_RECEIVABLE' and b.book = p.id) as owed
     from app.capital_provider p`,
  );
  for (const { id, counted, lent, owed, unused } of rows) {
    const wanted = String(sumOf(funded.filter(({ provider }) => provider === id)));
    hold(
      `${id}: counted, lent, owed, unused`,
      [counted, lent, owed, unused].join(),
      [wanted, wanted, wanted, 0].join(),
    );
  }
}

/** Of each document that was to be signed the vendor has one that everybody signed once. Returns how many there are. */
async function checkSignatures(world: World, closings: readonly Closing[]): Promise<number> {
  const headers = { authorization: `API-Key ${world.app.config.PANDADOC_API_KEY}` };
  const at = `${world.app.config.PANDADOC_URL}/public/v1/documents`;
  const { results } = (await (await fetch(`${at}?count=100000`, { headers })).json()) as {
    results: { id: string; status: string }[];
  };
  const completed = results.filter(({ status }) => status === "document.completed").map(({ id }) => id);
  const { rows } = await world.admin.query<{ offer: string; kind: string; document: string }>(
    "select offer_id as offer, kind, vendor_document_id as document from app.signing where status = 'COMPLETED'",
  );
  const pairs = rows.map(({ offer, kind }) => `${offer} ${kind}`);
  hold("documents that are signed twice here", rows.length - new Set(pairs).size, 0);
  hold(
    "documents that are signed at the vendor",
    completed.toSorted().join(),
    rows
      .map((row) => row.document)
      .toSorted()
      .join(),
  );
  const signing = closings.filter(({ leaves }) => leaves !== "BEFORE_SIGNING");
  const agreements = signing.filter(({ leaves }) => leaves !== "CO_OWNER_MISSING");
  const disclosures = signing.filter(({ isDisclosed }) => isDisclosed);
  hold("signed documents", rows.length, agreements.length + disclosures.length);
  const open = results.filter(({ status }) => ["document.sent", "document.viewed"].includes(status));
  hold("documents that can still be signed at the vendor", open.length, 0);
  return rows.length;
}
