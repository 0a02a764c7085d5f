import {
  type LoanApplicationState,
  loanApplicationLifecycle,
  unfinishedStates,
} from "@inlay/lending/applications/loan-application.ts";
import { moved, type Standing } from "@inlay/lending/applications/where-it-stands.ts";
import { refreshRemindedAt } from "@inlay/lending/offers/refresh.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { DenialReason } from "@inlay/lending/underwriting/denial-reasons.ts";
import { sql } from "kysely";
import { closeTask } from "../approvals/public.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { latestDecisionId } from "./decisions/decisions.ts";
import { orderNotices } from "./notices/clocks.ts";
import { askForReports, type Tenant } from "./reports.ts";

/** The hours within which the owner is promised to hear from us. */
const promisedHours = 48;

/** The promised time begins when the last co-owner who must be verified has finished. Until then there is no date. */
export function promisedBy(receivedAt: Date, finishedAt: readonly (Date | null)[]): Date | null {
  const finished = finishedAt.filter((at) => at !== null);
  if (finished.length < finishedAt.length) return null;
  const begins = Math.max(...[receivedAt, ...finished].map((at) => at.getTime()));
  return new Date(begins + promisedHours * 3_600_000);
}

/** When the oldest undecided application of the business was received; null if there is none. */
export async function underwritingOpenSince(tx: Tx, businessId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom("loan_application")
    .select("received_at")
    .where("business_id", "=", businessId)
    .where("status", "in", unfinishedStates)
    .orderBy("received_at")
    .limit(1)
    .executeTakeFirst();
  return row?.received_at ?? null;
}

type Applicant = { platformId: string; businessId: string; userId: string };
type Wishes = {
  products: readonly ProductType[];
  isCreditChecked: boolean;
  /** The consent to pull the owner's credit report. Without it no report is pulled. */
  softPullConsentId: string | null;
  requestId: string;
};

/** Creates one application for each product and requests the reports, in the transaction of the consent. */
export async function beginApplications(
  tx: Tx,
  { platformId, businessId, userId }: Applicant,
  { products, isCreditChecked, softPullConsentId, requestId }: Wishes,
): Promise<void> {
  const status = loanApplicationLifecycle.begin("APPLICATION_CREATED");
  const now = sql<Date>`app.business_now(${businessId}::uuid)`;
  for (const product of products) {
    const made = await tx
      .insertInto("loan_application")
      .values({
        platform_id: platformId,
        business_id: businessId,
        product,
        status,
        received_at: now,
        next_action_at: sql<Date>`${now} + make_interval(hours => ${promisedHours})`,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await record(tx, {
      platformId,
      businessId,
      kind: "application.submitted",
      action: "application.create",
      body: { applicationId: made.id, productType: product, status },
      after: { product, status },
      object: { kind: "loan application", id: made.id },
      actor: { kind: "USER", id: userId },
      requestId,
    });
  }
  await askForReports(tx, { platformId, businessId }, [
    ...(softPullConsentId ? [{ source: "BUSINESS_OWNER_CREDIT", consentId: softPullConsentId } as const] : []),
    ...(isCreditChecked ? [{ source: "BUSINESS_CREDIT" } as const] : []),
    { source: "BUSINESS_VERIFICATION" },
  ]);
}

export type LockedApplication = Standing & {
  id: string;
  product: ProductType;
  round: number;
  /** Business time. */
  receivedAt: Date;
  completedAt: Date | null;
  /** When new offers in place of expired ones were last requested. */
  refreshRequestedAt: Date | null;
};

/** Locks an application. Null if the business has none of this id. */
export async function lockApplication(tx: Tx, id: string): Promise<LockedApplication | null> {
  const row = await tx
    .selectFrom("loan_application")
    .select(["id", "product", "status", "offer_step", "round", "received_at", "completed_at", "refresh_requested_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    product: row.product as ProductType,
    status: row.status as LoanApplicationState,
    offerStep: row.offer_step as OfferStep,
    round: row.round,
    receivedAt: row.received_at,
    completedAt: row.completed_at,
    refreshRequestedAt: row.refresh_requested_at,
  };
}

/** Closes what staff had to do about an application that is now decided or closed. */
export async function closeDecisionTasks(tx: Tx, applicationId: string): Promise<void> {
  for (const kind of [
    "ANSWER_OVERDUE",
    "DECISION_REVIEW",
    "DECISION_LATE",
    "DECISION_URGENT",
    "CAPITAL_NEEDED",
    "OFFER_REFRESH_REQUESTED",
    "OFFER_REFRESH_URGENT",
    "PAYOFF_LETTERS",
  ] as const)
    await closeTask(tx, { kind, subjectId: applicationId });
}

/** Assigns a locked application to the provider that funds it. The caller records the event. */
export async function assignProvider(
  tx: Tx,
  application: LockedApplication,
  providerId: string,
): Promise<LockedApplication> {
  await tx
    .updateTable("loan_application")
    .set({ capital_provider_id: providerId })
    .where("id", "=", application.id)
    .execute();
  // An application whose offers are refreshed was assigned before.
  return application.status === "CREATE_OFFERS" ? application : moveApplication(tx, application, "ASSIGNED");
}

/** Begins another round of a locked application, in which its expired offers are replaced. The caller records the event. */
export async function beginRefresh(tx: Tx, application: LockedApplication, now: Date): Promise<LockedApplication> {
  const { status, offerStep } = moved(application, "OFFER_REFRESH_REQUESTED", { offerStep: "OFFER_REFRESH_PENDING" });
  const round = application.round + 1;
  await tx
    .updateTable("loan_application")
    .set({
      status,
      offer_step: offerStep,
      round,
      refresh_requested_at: now,
      next_action_at: refreshRemindedAt(now),
    })
    .where("id", "=", application.id)
    .execute();
  return { ...application, status, offerStep, round, refreshRequestedAt: now };
}

/** Moves a locked application. The caller records the event. */
export async function moveApplication(
  tx: Tx,
  application: LockedApplication,
  event: Parameters<typeof moved>[1],
  chosen?: Partial<Standing>,
): Promise<LockedApplication> {
  const { status, offerStep } = moved(application, event, chosen);
  await tx
    .updateTable("loan_application")
    .set({ status, offer_step: offerStep })
    .where("id", "=", application.id)
    .execute();
  return { ...application, status, offerStep };
}

/** Sets when the next deadline of an application falls due, in business time. */
export async function setNextDeadline(tx: Tx, applicationId: string, at: Date | null): Promise<void> {
  await tx.updateTable("loan_application").set({ next_action_at: at }).where("id", "=", applicationId).execute();
}

/** What ends an application without an offer: the decision, or a check of its closing, which begins when an offer is chosen. */
const denied = (application: LockedApplication): Standing =>
  application.status === "CLOSE_LOAN" || application.status === "WAITING_FOR_ACCEPTANCE"
    ? moved(application, "CLOSING_CHECK_FAILED", { status: "NO_OFFERS", offerStep: "NO_OFFERS_EXTENDED" })
    : moved(application, "NO_OFFERS");

/** Ends a locked application without offers, and orders the notice about it. */
export async function denyApplication(
  tx: Tx,
  { platformId, businessId }: Tenant,
  application: LockedApplication,
  reasons: readonly DenialReason[],
): Promise<void> {
  const { status, offerStep } = denied(application);
  await tx
    .updateTable("loan_application")
    .set({
      status,
      offer_step: offerStep,
      denial_reasons: [...reasons],
      declined_at: sql<Date>`app.business_now(business_id)`,
      next_action_at: null,
    })
    .where("id", "=", application.id)
    .execute();
  await closeDecisionTasks(tx, application.id);
  const decisionId = await latestDecisionId(tx, application);
  if (!decisionId) throw new Error("a denied application must have a decision");
  const applicationId = application.id;
  await orderNotices(tx, { platformId, businessId }, { kind: "DENIAL", applicationId, decisionId });
  await record(tx, {
    platformId,
    businessId,
    kind: "application.declined",
    action: "application.decline",
    body: { applicationId: application.id, status },
    object: { kind: "loan application", id: application.id },
    before: { status: application.status },
    after: { status, reasons },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}
