// The states into which a request brings the caller's business before it is sent.
import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { sql } from "kysely";
import { inScope, type Tx } from "../apps/api/src/db/scope.ts";
import type { Person } from "../apps/api/src/http/public.ts";
import { saveSettings, settingsOf } from "../apps/api/src/platforms/settings.ts";
import { scheduleDrawPayoff } from "../apps/api/src/servicing/draws/draw-payoff.ts";
import { repayEarly } from "../apps/api/src/servicing/invoices/repay-early.ts";
import { payNow } from "../apps/api/src/servicing/pay-now.ts";
import { schedulePayoff } from "../apps/api/src/servicing/payoff.ts";
import { dueFeeCents, nextDebitDay, payoffDay } from "../apps/api/src/servicing/serviced.fixture.ts";
import type { Objects } from "./object-access-objects.ts";
import type { Caller } from "./object-access-tenants.ts";
import type { Server } from "./object-access-world.ts";

export type Ground = { server: Server; own: Objects; by: Caller };

export const reason = "seen the deed of sale";

export const within = (
  { server, own }: Ground,
  work: (tx: Tx) => Promise<unknown>,
  businessId: string | "whole platform" = own.business,
) => inScope(server.app.pool, { platformId: own.platform, businessId }, work);

const completed = (ground: Ground, step: "COLLECT_CONSENT" | "SELECT_PRODUCTS") =>
  within(ground, (tx) =>
    tx
      .insertInto("onboarding_step")
      .values({
        platform_id: ground.own.platform,
        business_id: ground.own.business,
        step,
        answer_hash: Buffer.from([0]),
        completed_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );

/** The owner has consented. */
export const consented = async (ground: Ground): Promise<undefined> => {
  await completed(ground, "COLLECT_CONSENT");
};

/** The owner has consented, and the application is in this state and at this step. */
export const applied =
  (status: string, offer_step: string, denied: { denial_reasons?: string[]; declined_at?: Date } = {}) =>
  async (ground: Ground): Promise<undefined> => {
    await consented(ground);
    const { platform: platform_id, business: business_id } = ground.own;
    const standing = { status, offer_step, ...denied };
    const application = { platform_id, business_id, product: "TERM_LOAN", received_at: new Date(), ...standing };
    await within(ground, (tx) => tx.insertInto("loan_application").values(application).execute());
  };

/** The owner has a product and has consented, and no application is open. */
export const canApplyForMore = async (ground: Ground): Promise<undefined> => {
  await applied("OPERATIONAL_LOAN", "ISSUED_PRODUCT_CREATED")(ground);
  await completed(ground, "SELECT_PRODUCTS");
  await within(ground, (tx) =>
    tx
      .updateTable("loan_application")
      .set({
        status: "OPERATIONAL_LOAN",
        offer_step: "ISSUED_PRODUCT_CREATED",
        declined_at: null,
        denial_reasons: null,
      })
      .where("business_id", "=", ground.own.business)
      .execute(),
  );
};

/** The application waits for its decision, and the platform has provided the account for payouts. */
export const canBeOffered = async (ground: Ground): Promise<undefined> => {
  await applied("ASSIGN_TO_CAPITAL_PROVIDER", "OFFERS_PENDING")(ground);
  await within(ground, (tx) =>
    tx
      .updateTable("bank_account")
      .set({ roles: ["DISBURSEMENT"] })
      .where("id", "=", ground.own.provided)
      // Another account of the business may be the one for payouts.
      .where(sql<boolean>`not exists (select from app.bank_account other
        where other.business_id = bank_account.business_id and 'DISBURSEMENT' = any(other.roles))`)
      .execute(),
  );
};

export const declined = applied("NO_OFFERS", "NO_OFFERS_EXTENDED", {
  denial_reasons: ["TIME_IN_BUSINESS"],
  declined_at: new Date(),
});

/** The owner can accept the offers of the business. */
export const canAccept = async (ground: Ground): Promise<undefined> => {
  await within(ground, (tx) =>
    tx
      .updateTable("loan_application")
      .set({ status: "WAITING_FOR_ACCEPTANCE", offer_step: "DISPLAY_OFFERS" })
      .where("id", "in", ground.own.offeredApplications)
      .execute(),
  );
};

/** The capital of the offer is reserved as well. */
export const canChoose = async (ground: Ground): Promise<undefined> => {
  await canAccept(ground);
  const { platform: platform_id, business: business_id, openedOffer } = ground.own;
  await within(ground, async (tx) => {
    const { application_id, amount_cents, capital_provider_id } = await tx
      .selectFrom("offer")
      .select(["application_id", "amount_cents", "capital_provider_id"])
      .where("id", "=", openedOffer)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("capital_reservation")
      .values({
        platform_id,
        business_id,
        application_id,
        provider_id: capital_provider_id,
        industry: "unknown",
        amount_cents,
      })
      .execute();
  });
};

/** The offer that the owner chose is at this step of its closing. */
export const closingAt =
  (offer_step: string) =>
  async (ground: Ground): Promise<undefined> => {
    await within(ground, (tx) =>
      tx
        .updateTable("loan_application")
        .set({ status: "WAITING_FOR_ACCEPTANCE", offer_step })
        .where("id", "=", ground.own.chosenApplication)
        .execute(),
    );
  };

/** The primary owner has signed the agreement, and the co-owner verifies their identity. */
export const coOwnerVerifies = closingAt("OFFER_ACCEPTED");

/** The co-owner's identity is verified, and their signature is missing. */
export const coOwnerSigns = async (ground: Ground): Promise<undefined> => {
  await coOwnerVerifies(ground);
  const { platform: platform_id, business: business_id, signingCoOwner: owner_id } = ground.own;
  const approved = { attempt: 1, vendor_inquiry_id: randomUUID(), status: "APPROVED", approved_at: new Date() };
  await within(ground, (tx) =>
    tx
      .insertInto("identity_inquiry")
      .values({ platform_id, business_id, owner_id, ...approved })
      .execute(),
  );
};

/** The loan that pays off another lender is being closed. */
export const refinances = async (ground: Ground): Promise<undefined> => {
  await within(ground, (tx) =>
    tx
      .updateTable("loan_application")
      .set({ status: "CLOSE_LOAN", offer_step: "OFFER_ACCEPTED" })
      .where("id", "=", ground.own.refinancing)
      .execute(),
  );
};

/** Every check of the advance has passed: staff have confirmed what the data does not say, and cleared the possible match of the business. */
export const checksPassed = async (ground: Ground): Promise<undefined> => {
  const { platform: platform_id, otherBusiness: business_id, advanceToClose: application_id, screening } = ground.own;
  const { memberId = "" } = ground.by;
  const found = { platform_id, business_id, application_id, result: "PASSED", checked_at: new Date() };
  const confirmed = { source: "CONFIRMED", confirmed_by: memberId, note: reason };
  await within(
    ground,
    async (tx) => {
      await tx
        .insertInto("sanctions_decision")
        .values({ platform_id, business_id, screening_id: screening, verdict: "CLEARED", decided_by: memberId })
        .execute();
      await tx
        .insertInto("closing_check")
        .values([
          { ...found, check_name: "SANCTIONS_CLEAR_TODAY", source: "COMPUTED" },
          { ...found, check_name: "SIGNERS_IDENTIFIED", ...confirmed },
          { ...found, check_name: "TAX_ID_MATCHED", ...confirmed },
          { ...found, check_name: "BALANCE_FRESH_AND_SOUND", ...confirmed },
        ])
        .execute();
    },
    business_id,
  );
};

/** The owner has consented, and this is the only open request for input. */
export const asked =
  (inputId: string) =>
  async (ground: Ground): Promise<undefined> => {
    await consented(ground);
    await within(ground, (tx) =>
      tx.updateTable("additional_input").set({ released_at: new Date() }).where("id", "<>", inputId).execute(),
    );
  };

export const collectsTaxReturns = async (ground: Ground): Promise<undefined> => {
  const { platform } = ground.own;
  await within(
    ground,
    async (tx) => saveSettings(tx, platform, { ...(await settingsOf(tx, platform)), accountingSource: "TAX" }),
    "whole platform",
  );
};

/** The caller has claimed the task. */
export const claimed =
  (taskId: string) =>
  async (ground: Ground): Promise<undefined> => {
    const { memberId = "" } = ground.by;
    await within(ground, (tx) =>
      tx.updateTable("task").set({ assignee_id: memberId }).where("id", "=", taskId).execute(),
    );
  };

/** The loan in servicing is in default. */
export const inDefault = async (ground: Ground): Promise<undefined> => {
  const { servicedLoan, otherBusiness } = ground.own;
  await within(
    ground,
    (tx) => tx.updateTable("issued_product").set({ loan_status: "DEFAULTED" }).where("id", "=", servicedLoan).execute(),
    otherBusiness,
  );
};

/** The same, and nothing of it is past due. */
export const inDefaultWithoutArrears = async (ground: Ground): Promise<undefined> => {
  await inDefault(ground);
  const { servicedLoan, otherBusiness } = ground.own;
  const later = { due_on: "2199-12-31" };
  await within(
    ground,
    (tx) => tx.updateTable("obligation").set(later).where("issued_product_id", "=", servicedLoan).execute(),
    otherBusiness,
  );
};

/** The payoff of the loan that is paid on time is scheduled. */
export const payoffScheduled = async (ground: Ground): Promise<undefined> => {
  const { platform: platformId, business: businessId, operator: userId, currentLoan } = ground.own;
  const owner = { platformId, businessId, userId } as Person;
  await within(ground, (tx) => schedulePayoff(tx, owner, currentLoan, businessDate(payoffDay()), randomUUID()));
};

/** Staff have stopped new draws on the line. */
export const lineSuspended = async (ground: Ground): Promise<undefined> => {
  const { platform: platform_id, business: business_id, currentLine: issued_product_id } = ground.own;
  const { rows } = await ground.server.admin.query<{ id: string }>("select id from app.staff_member limit 1");
  const suspension = { reason: "RISK_REVIEW", suspended_by: rows[0]?.id ?? "", suspended_at: new Date() };
  await within(ground, async (tx) => {
    // Other cases do the same at this moment. Each waits here, as a command does, and not at the index.
    await tx.selectFrom("issued_product").select("id").where("id", "=", issued_product_id).forUpdate().execute();
    await tx
      .insertInto("line_suspension")
      .values({ platform_id, business_id, issued_product_id, ...suspension })
      .execute();
  });
};

/** The payoff of the draw that is paid on time is scheduled. */
export const drawPayoffScheduled = async (ground: Ground): Promise<undefined> => {
  const { platform: platformId, business: businessId, operator: userId, owedDraw } = ground.own;
  const owner = { platformId, businessId, userId } as Person;
  await within(ground, (tx) => scheduleDrawPayoff(tx, owner, owedDraw, businessDate(payoffDay()), randomUUID()));
};

/** The invoice that is paid on time is repaid early. */
export const repaidEarly = async (ground: Ground): Promise<undefined> => {
  const { platform: platformId, business: businessId, operator: userId, owedInvoice } = ground.own;
  const owner = { platformId, businessId, userId } as Person;
  await within(ground, (tx) => repayEarly(tx, owner, owedInvoice, {}, randomUUID()));
};

/** The fee that is due on that loan is paid at once. */
export const paidNow = async (ground: Ground): Promise<undefined> => {
  const { platform: platformId, business: businessId, operator: userId, currentLoan } = ground.own;
  const operator = { platformId, businessId, userId } as Person;
  const authorized = { amountCents: dueFeeCents, effectiveOn: nextDebitDay() };
  await within(ground, (tx) => payNow(tx, operator, currentLoan, authorized, randomUUID()));
};

/** No account of the business is frozen, so that another one may be debited. */
export const nothingFrozen = async (ground: Ground): Promise<undefined> => {
  await within(ground, (tx) =>
    tx.updateTable("bank_account").set({ frozen_at: null }).where("business_id", "=", ground.own.business).execute(),
  );
};
