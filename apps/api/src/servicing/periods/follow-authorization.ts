import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import {
  type AdvanceBreachEvent,
  type AdvanceBreachState,
  advanceBreachLifecycle,
  type CurePeriod,
  cureBy,
  eventByTime,
  nextEventAt,
} from "@inlay/lending/products/cash-advance/breach-lifecycle.ts";
import { v7 as uuidv7 } from "uuid";
import { closeTask, openTask } from "../../approvals/public.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { IssuedProduct } from "../../products/public.ts";
import { bySystem, type ServicedProduct } from "../serviced-product.ts";

type Breach = CurePeriod & { id: string; lostOn: BusinessDate };

/** The open breach of an advance, or the period in which it can still be cured. */
export async function readBreach(tx: Tx, issuedProductId: string): Promise<Breach | null> {
  const row = await tx
    .selectFrom("advance_breach")
    .select(["id", "state", "lost_on as lostOn", "cure_by as cureBy", "is_reminded as isReminded"])
    .where("issued_product_id", "=", issuedProductId)
    .where("state", "in", ["CURE_PERIOD", "BREACHED"])
    .executeTakeFirst();
  return row ? (row as unknown as Breach) : null;
}

/**
 * Watches whether an advance may be debited. One that may not has ten banking days in which its business names an account; its owners are told
 * at the beginning, before the end and when it has passed, and staff then have a task. Returns when time changes something next.
 */
export async function followAuthorization(tx: Tx, serviced: ServicedProduct): Promise<Date | null> {
  const { product, canBeDebited, now, today } = serviced;
  if (product.productType !== "MCA" || product.fundedOn === null) return null;
  const open = await readBreach(tx, product.id);
  const isOver = issuedProductLifecycle.isOver(product.loanStatus);
  if (open === null) {
    if (canBeDebited || isOver || product.loanStatus === "DEFAULTED") return null;
    return nextEventAt(await begin(tx, product, today));
  }
  if (isOver) await move(tx, product, open, "ADVANCE_OVER");
  else if (canBeDebited) await move(tx, product, open, "AUTHORIZED");
  if (isOver || canBeDebited) return null;
  // An advance in default has been decided about.
  const event = product.loanStatus === "DEFAULTED" ? null : eventByTime(open, now);
  const after = event ? await move(tx, product, open, event) : open;
  if (event === "NOT_CURED") await askStaff(tx, serviced);
  return product.loanStatus === "DEFAULTED" ? null : nextEventAt(after);
}

async function begin(tx: Tx, product: IssuedProduct, today: BusinessDate): Promise<Breach> {
  const state = advanceBreachLifecycle.begin("AUTHORIZATION_LOST");
  const breach: Breach = { id: uuidv7(), state, lostOn: today, cureBy: cureBy(today), isReminded: false };
  await tx
    .insertInto("advance_breach")
    .values({
      id: breach.id,
      platform_id: product.platformId,
      business_id: product.businessId,
      issued_product_id: product.id,
      state,
      lost_on: breach.lostOn,
      cure_by: breach.cureBy,
    })
    .execute();
  await note(tx, product, breach, { before: null, event: "AUTHORIZATION_LOST" });
  return breach;
}

async function move(tx: Tx, product: IssuedProduct, open: Breach, event: AdvanceBreachEvent): Promise<Breach> {
  const state = advanceBreachLifecycle.next(open.state, event);
  const after: Breach = { ...open, state, isReminded: open.isReminded || event === "REMINDED" };
  await tx
    .updateTable("advance_breach")
    .set({ state, is_reminded: after.isReminded })
    .where("id", "=", open.id)
    .execute();
  if (advanceBreachLifecycle.isOver(state))
    await closeTask(tx, { kind: "AUTHORIZATION_BREACH", subjectId: product.id });
  await note(tx, product, after, { before: open.state, event });
  return after;
}

function askStaff(tx: Tx, { product, today }: ServicedProduct): Promise<void> {
  const { id: subjectId, platformId, businessId } = product;
  const dueAt = easternInstant(addBankingDays(today, 1), clock(17, 0));
  return openTask(tx, { kind: "AUTHORIZATION_BREACH", subjectId, platformId, businessId, dueAt });
}

type Step = { before: AdvanceBreachState | null; event: AdvanceBreachEvent | "AUTHORIZATION_LOST" };

const note = (tx: Tx, product: IssuedProduct, { id, state, cureBy: last }: Breach, { before, event }: Step) =>
  record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.breach_changed",
    body: { issuedProductId: product.id, breachId: id, step: event, state, cureBy: last },
    action: `advance-breach.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "breach", id },
    before: before && { state: before },
    after: { state },
    ...bySystem,
  });
