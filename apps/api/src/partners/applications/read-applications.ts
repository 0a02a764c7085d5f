import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerApplication } from "@inlay/contracts/partner/applications/application.ts";
import { toPartnerProductType, toProductType } from "@inlay/contracts/partner/product-type.ts";
import { decideBy } from "@inlay/lending/applications/deadlines.ts";
import type { LoanApplicationState } from "@inlay/lending/applications/loan-application.ts";
import { toApplicationStatus } from "@inlay/lending/applications/public-status.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { sql } from "kysely";
import type { Tx } from "../../db/scope.ts";
import { nextToSignOf } from "../../disclosures/public.ts";
import { type MarkupPlan, readMarkupPlans } from "../../offers/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { resolveBusinesses } from "../businesses/read-businesses.ts";
import { inOrderOf, pageOf } from "../page.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

export const notFound = () => new Refusal("NOT_FOUND", { context: { object: "application" } });

export const getApplication = (request: PartnerRequest<"getApplication">): Promise<PartnerApplication> =>
  readApplication(request, uuidOf("application", request.params.applicationId));

export async function readApplication(scope: PartnerScope, id: string | null): Promise<PartnerApplication> {
  const [found] = id ? await readApplications(scope, [id]) : [];
  if (!found) throw notFound();
  return found;
}

export async function listApplications(request: PartnerRequest<"listApplications">) {
  const { tx, caller, query } = request;
  let found = tx
    .selectFrom("loan_application")
    .select(["id", "created_at", "updated_at"])
    .where("platform_id", "=", caller.platformId);
  if (query.businessId) found = found.where("business_id", "in", await resolveBusinesses(request, query.businessId));
  if (query.productType) found = found.where("product", "in", query.productType.map(toProductType));
  return pageOf(request, "application", found, (ids) => readApplications(request, ids));
}

type Row = {
  id: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  businessId: string;
  platformBusinessId: string | null;
  product: ProductType;
  status: LoanApplicationState;
  offerStep: OfferStep;
  receivedAt: Date;
  completedAt: Date | null;
  nextActionAt: Date | null;
  hasOpenInputs: boolean;
  offerIds: string[];
  selectedOfferId: string | null;
};

async function readApplications({ tx, app, caller }: PartnerScope, ids: string[]): Promise<PartnerApplication[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select a.id, a.version, a.created_at, a.updated_at, a.business_id as "businessId", b.platform_business_id as "platformBusinessId",
      a.product, a.status, a.offer_step as "offerStep", a.received_at as "receivedAt", a.completed_at as "completedAt",
      a.next_action_at as "nextActionAt",
      exists (select from app.additional_input i where i.business_id = a.business_id and i.sub_step <> 'MANUAL_OVERRIDE'
        and i.done_at is null and i.released_at is null) as "hasOpenInputs",
      array(select o.id from app.offer o where o.application_id = a.id order by o.created_at, o.amount_cents, o.id) as "offerIds",
      (select o.id from app.offer o where o.application_id = a.id and o.status in ('SELECTED', 'ACCEPTED') limit 1) as "selectedOfferId"
    from app.loan_application a join app.business b on b.id = a.business_id
    where a.id = any(${ids}::uuid[])`.execute(tx);
  const { markupEnabled } = await settingsOf(tx, caller.platformId);
  const plans = markupEnabled
    ? await readMarkupPlans(
        tx,
        rows.map(({ id }) => id),
      )
    : new Map<string, MarkupPlan[]>();
  const checklists = new Map<string, PartnerApplication["checklist"]>();
  for (const row of rows) checklists.set(row.id, await checklistOf(tx, caller.platformId, row));
  return inOrderOf(ids, rows).map((row) => ({
    object: "application" as const,
    id: publicId("application", row.id),
    livemode: app.config.isProduction,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    businessId: publicId("business", row.businessId),
    platformBusinessId: row.platformBusinessId ?? row.businessId,
    productType: toPartnerProductType(row.product),
    status: toApplicationStatus(row, row.hasOpenInputs),
    submittedAt: row.receivedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    decideByDate: row.completedAt && dateAt(decideBy(row.completedAt)),
    offerIds: row.offerIds.map((id) => publicId("offer", id)),
    selectedOfferId: row.selectedOfferId && publicId("offer", row.selectedOfferId),
    checklist: checklists.get(row.id) ?? [],
    markup: markupIn(row, plans.get(row.id)),
  }));
}

async function checklistOf(
  tx: Tx,
  platformId: string,
  { businessId, selectedOfferId }: Row,
): Promise<PartnerApplication["checklist"]> {
  if (!selectedOfferId) return [];
  const next = await nextToSignOf(tx, { platformId, businessId }, selectedOfferId);
  return [
    { code: "DISCLOSURE_SIGNED", done: next === "SIGN_AGREEMENT" || next === "NOTHING" },
    { code: "AGREEMENT_SIGNED", done: next === "NOTHING" },
  ];
}

/** While an application waits for the mark-up, its next deadline is the end of that wait. */
function markupIn({ status, nextActionAt }: Row, plans: MarkupPlan[] | undefined): PartnerApplication["markup"] {
  if (!plans) return null;
  const isWaiting = status === "WAITING_FOR_PLATFORM_MARKUP";
  return { dueAt: isWaiting ? (nextActionAt?.toISOString() ?? null) : null, plans };
}
