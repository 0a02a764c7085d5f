import { decideBy, refreshableUntil, undecidedDeadlines } from "@inlay/lending/applications/deadlines.ts";
import { unfinishedStates } from "@inlay/lending/applications/loan-application.ts";
import { expiryRemindedAt, offerEndsAt } from "@inlay/lending/offers/offer-expiry.ts";
import { offerStatusLifecycle } from "@inlay/lending/offers/offer-status.ts";
import { refreshDueAt } from "@inlay/lending/offers/refresh.ts";
import { v7 as uuidv7 } from "uuid";
import { openTask, openTaskOnce } from "../approvals/public.ts";
import { releaseCapital } from "../capital/public.ts";
import type { DueJob } from "../clock/public.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { agreementOf, endAskingForLetters, otherSignings } from "../disclosures/public.ts";
import {
  denyApplication,
  type LockedApplication,
  lockApplication,
  moveApplication,
  setNextDeadline,
  whenPromised,
} from "../underwriting/public.ts";
import { startWorkflow } from "../workflows/public.ts";
import { timeOutMarkup } from "./markup.ts";
import { areOffersOutdated } from "./outdated-offers.ts";

type Tenant = { platformId: string; businessId: string };

/** What falls due for an application: alarms while it is undecided, the decision, the mark-up, the end of its offers and its own end. */
export const applicationDeadlines: DueJob = {
  name: "application.deadline",
  table: "loan_application",
  act: async (tx, { platformId, businessId, id }, now) => {
    const application = await lockApplication(tx, id);
    if (!businessId || !application) throw new Error("a due application must exist and belong to a business");
    const tenant = { platformId, businessId };
    const { status, offerStep } = application;
    if (offerStep === "OFFER_REFRESH_PENDING") return watchRefresh(tx, tenant, application, now);
    if (unfinishedStates.some((state) => state === status)) return watchUndecided(tx, tenant, application, now);
    if (status === "WAITING_FOR_PLATFORM_MARKUP") return timeOutMarkup(tx, tenant, id);
    if (status !== "WAITING_FOR_ACCEPTANCE") return setNextDeadline(tx, id, null);
    if (offerStep === "OFFERS_EXPIRED") return endApplication(tx, tenant, application);
    // The law kept offers unchanged that are outdated.
    if (await areOffersOutdated(tx, application))
      await startWorkflow(tx, "size-offers-again", { ...tenant, id: uuidv7() });
    await expireOffers(tx, tenant, application, now);
  },
};

/** How long an application whose promise has not begun is left before it is looked at again. */
const lookAgainMs = 48 * 3_600_000;

async function watchUndecided(tx: Tx, tenant: Tenant, application: LockedApplication, now: Date): Promise<void> {
  const { id, status, receivedAt, completedAt } = application;
  const promisedBy = await whenPromised(tx, tenant.businessId, receivedAt);
  const deadlines = undecidedDeadlines(promisedBy, completedAt);
  for (const { what, at } of deadlines.filter((one) => one.at <= now)) {
    const task = { subjectId: id, platformId: tenant.platformId, businessId: tenant.businessId, dueAt: at };
    if (what === "PROMISED_ANSWER") await openTaskOnce(tx, { kind: "ANSWER_OVERDUE", ...task });
    if (what === "FIRST_ALARM") await openTaskOnce(tx, { kind: "DECISION_LATE", ...task });
    if (what === "LAST_ALARM") await openTaskOnce(tx, { kind: "DECISION_URGENT", ...task });
    if (what === "DECISION" && status === "UNASSIGNED")
      return denyApplication(tx, tenant, application, ["NO_FUNDING_AVAILABLE"]);
    if (what === "DECISION") await startWorkflow(tx, "decide-applications", { ...tenant, id: uuidv7() });
  }
  const next = deadlines.find(({ at }) => at > now)?.at ?? null;
  const beginsLater = promisedBy === null ? new Date(now.getTime() + lookAgainMs) : null;
  await setNextDeadline(tx, id, earliest(next, beginsLater));
}

/** Staff are reminded of a promised refresh before it is due, and told when it is overdue. On the last day it is decided. */
async function watchRefresh(tx: Tx, tenant: Tenant, application: LockedApplication, now: Date): Promise<void> {
  const { id, refreshRequestedAt } = application;
  if (!refreshRequestedAt) throw new Error("a pending refresh was requested");
  const lastDay = decideBy(refreshRequestedAt);
  if (lastDay <= now) {
    await startWorkflow(tx, "decide-applications", { ...tenant, id: uuidv7() });
    return setNextDeadline(tx, id, null);
  }
  const dueAt = refreshDueAt(refreshRequestedAt);
  const isOverdue = dueAt <= now;
  const kind = isOverdue ? "ANSWER_OVERDUE" : "OFFER_REFRESH_URGENT";
  await openTask(tx, { kind, subjectId: id, platformId: tenant.platformId, businessId: tenant.businessId, dueAt });
  await setNextDeadline(tx, id, isOverdue ? lastDay : dueAt);
}

const earliest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));

const about = ({ platformId, businessId }: Tenant, { id, status }: LockedApplication) =>
  ({
    platformId,
    businessId,
    object: { kind: "loan application", id },
    before: { status },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  }) as const;

const openStatuses = offerStatusLifecycle.states.filter((status) =>
  offerStatusLifecycle.allows(status, "OFFERS_EXPIRED"),
);

/** How long the workflow that ends the signatures of expired offers has, before it is started once more. */
const signaturesEndWithinMs = 3_600_000;

/**
 * Ends the open offers once all of them have expired, and releases the capital. The owner is told three days before, and can have them
 * refreshed afterwards. While something is out for signature the vendor decides: what everybody has signed there does not expire, and what
 * is voided there cannot be signed any more. A workflow asks it, and then calls this again.
 */
export async function expireOffers(tx: Tx, tenant: Tenant, application: LockedApplication, now: Date): Promise<void> {
  const open = await tx
    .selectFrom("offer")
    .select(["id", "expires_at"])
    .where("application_id", "=", application.id)
    .where("status", "in", openStatuses)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (open.length === 0) throw new Error("an application that waits for acceptance has open offers");
  const endings: number[] = [];
  for (const { id, expires_at } of open) {
    const agreement = await agreementOf(tx, id);
    // What everybody has signed does not expire.
    if (agreement?.isComplete) return setNextDeadline(tx, application.id, null);
    endings.push(offerEndsAt({ expiredAt: expires_at, primaryOwnerSignedAt: agreement?.signedAt ?? null }).getTime());
  }
  const endsAt = new Date(Math.max(...endings));
  if (endsAt > now) return remindOfExpiry(tx, tenant, application, endsAt, now);
  if ((await otherSignings(tx, application.id, null)).length > 0) {
    await startWorkflow(tx, "end-signatures", { ...tenant, id: uuidv7() });
    return setNextDeadline(tx, application.id, new Date(now.getTime() + signaturesEndWithinMs));
  }
  await tx
    .updateTable("offer")
    .set({ status: "EXPIRED" })
    .where(
      "id",
      "in",
      open.map(({ id }) => id),
    )
    .execute();
  const { status, offerStep } = await moveApplication(tx, application, "OFFERS_EXPIRED");
  await releaseCapital(tx, application.id);
  await endAskingForLetters(tx, application.id);
  await setNextDeadline(tx, application.id, refreshableUntil(now));
  await record(tx, {
    ...about(tenant, application),
    kind: "application.offers_expired",
    action: "application.expire-offers",
    body: { applicationId: application.id, status },
    after: { status, offerStep },
  });
}

async function remindOfExpiry(
  tx: Tx,
  tenant: Tenant,
  application: LockedApplication,
  endsAt: Date,
  now: Date,
): Promise<void> {
  const { id, status } = application;
  if (now < expiryRemindedAt(endsAt)) return setNextDeadline(tx, id, expiryRemindedAt(endsAt));
  await setNextDeadline(tx, id, endsAt);
  await record(tx, {
    ...about(tenant, application),
    kind: "application.expiry_reminded",
    action: "application.remind-of-expiry",
    body: { applicationId: id, status },
    after: { endsAt: endsAt.toISOString() },
  });
}

async function endApplication(tx: Tx, tenant: Tenant, application: LockedApplication): Promise<void> {
  const { status } = await moveApplication(tx, application, "LOAN_APPLICATION_EXPIRED");
  await setNextDeadline(tx, application.id, null);
  await record(tx, {
    ...about(tenant, application),
    kind: "application.expired",
    action: "application.expire",
    body: { applicationId: application.id, status },
    after: { status },
  });
}
