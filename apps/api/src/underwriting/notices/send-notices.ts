import type { LenderOfRecord } from "@inlay/contracts/lender-of-record.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { type NoticePlan, planCounterOfferNotices, planNotices } from "@inlay/lending/underwriting/adverse-action.ts";
import type { OwnerFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import type { AdverseAction, DenialReason } from "@inlay/lending/underwriting/denial-reasons.ts";
import { sql } from "kysely";
import { v5 as uuidv5 } from "uuid";
import type { AppContext } from "../../context.ts";
import { businessNow } from "../../db/business-now.ts";
import { record } from "../../db/record.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../../notifications/public.ts";
import { actionPage, settingsOf } from "../../platforms/public.ts";
import type { WorkflowIds } from "../../workflows/public.ts";
import { readDecision, type StoredDecision } from "../decisions/decisions.ts";
import { encryptNested, keysOf } from "../decisions/nested-encryption.ts";
import { policyOf } from "../policies.ts";
import type { Tenant } from "../reports.ts";
import { stopClocks } from "./clocks.ts";
import { type NoticeContents, noticeText, type ReportOfPerson } from "./notice-text.ts";
import { aboutPdf, aboutText, fileKeyOf } from "./stored-notice.ts";

/**
 * Writes, stores and queues the notices of a decision, once: one for the business, and one for each owner whose report was a reason. Ids
 * follow from decision and owner, so a repeated run replaces the files of one that did not finish. Without the keys of somebody whom the
 * decision is about there is nobody left to write to.
 */
export async function sendNotices(app: AppContext, { platformId, businessId, id }: WorkflowIds): Promise<void> {
  if (!businessId) throw new Error("a notice must belong to a business");
  const tenant = { platformId, businessId };
  const ordered = await inScope(app.pool, tenant, (tx) => readOrder(tx, tenant, id));
  if (!ordered) return;
  const stored = await readDecision(app, tenant, ordered.decisionId);
  if (!stored) throw new Error("the decision of a notice must exist");
  if (stored === "DESTROYED")
    return inScope(app.pool, tenant, (tx) => stopClocks(tx, businessId, { clockId: id }, "ENDED"));
  const { policyVersion } = stored;
  const plan = await inScope(app.pool, tenant, async (tx) =>
    planOf(ordered, stored, await policyOf(tx, policyVersion)),
  );
  const prepared: Prepared[] = [];
  for (const one of [{ ownerId: null, reasons: plan.reasons }, ...plan.owners]) {
    const reader = await inScope(app.pool, tenant, (tx) => readerOf(tx, businessId, stored, one.ownerId));
    const notice = await prepare(app, tenant, ordered, stored, plan.applicantId, one, reader);
    if (notice) prepared.push(notice);
  }
  await inScope(app.pool, tenant, (tx) => save(tx, tenant, ordered, prepared));
}

type Order = {
  clockId: string;
  applicationId: string;
  decisionId: string;
  action: AdverseAction;
  product: ProductType;
  denialReasons: DenialReason[];
  receivedAt: Date;
  issuedAt: Date;
  businessName: string;
  reference: string;
  lender: LenderOfRecord;
  programName: string;
  support: NoticeContents["support"];
  settings: Awaited<ReturnType<typeof settingsOf>>;
  offer: { amountCents: number; aprPercentage: number; expiresAt: Date } | null;
};

/** What a clock asks for. Null if it has stopped, or if its notices are written. */
async function readOrder(tx: Tx, { platformId, businessId }: Tenant, clockId: string): Promise<Order | null> {
  const row = await tx
    .selectFrom("notice_clock as c")
    .innerJoin("loan_application as a", "a.id", "c.application_id")
    .innerJoin("business as b", "b.id", "c.business_id")
    .select(["c.kind", "c.decision_id", "c.application_id", "a.product", "a.denial_reasons", "a.received_at", "b.name"])
    .select(sql<string>`app.business_reference(b.id)`.as("reference"))
    .where("c.id", "=", clockId)
    .where("c.sent_at", "is", null)
    .where("c.ended_at", "is", null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("adverse_action_notice as n").select("n.id").whereRef("n.clock_id", "=", "c.id"))),
    )
    .executeTakeFirst();
  if (!row?.decision_id) return null;
  const settings = await settingsOf(tx, platformId);
  const offer = await tx
    .selectFrom("offer")
    .select(["amount_cents", "apr_percentage", "expires_at"])
    .where("decision_id", "=", row.decision_id)
    .orderBy("amount_cents", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return {
    clockId,
    applicationId: row.application_id,
    decisionId: row.decision_id,
    action: row.kind === "DENIAL" ? "DENIED" : "COUNTER_OFFERED",
    product: row.product as ProductType,
    denialReasons: (row.denial_reasons ?? []) as DenialReason[],
    receivedAt: row.received_at,
    issuedAt: await businessNow(tx, businessId),
    businessName: row.name ?? "",
    reference: row.reference,
    lender: settings.lenderOfRecord,
    programName: settings.platformProgramName,
    support: { email: settings.supportEmail, phone: settings.supportPhone },
    settings,
    offer: offer
      ? { amountCents: offer.amount_cents, aprPercentage: Number(offer.apr_percentage), expiresAt: offer.expires_at }
      : null,
  };
}

function planOf(
  { action, denialReasons }: Order,
  { facts, decision, rulings }: StoredDecision,
  policy: Parameters<typeof planNotices>[1],
): NoticePlan {
  return action === "DENIED"
    ? planNotices(facts, policy, decision, rulings, denialReasons)
    : planCounterOfferNotices(facts, inputsFrom(facts, policy), policy, decision, rulings);
}

type Reader = { email: string; firstName: string; name: string; locale: Locale };

/** To whom a notice is written: to the owner alone, or for the business to its primary owner, in the language of their consent. */
async function readerOf(
  tx: Tx,
  businessId: string,
  { facts }: StoredDecision,
  ownerId: string | null,
): Promise<Reader> {
  const primary = ownerId === null ? await primaryOwnerOf(tx, businessId) : null;
  const known = facts.owners.find((one) => (ownerId === null ? one.isPrimary : one.id === ownerId));
  const row = await tx
    .selectFrom("business_owner as o")
    .leftJoin("business_user as u", "u.id", "o.user_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("consent as c")
          .select("c.language")
          .whereRef("c.user_id", "=", "o.user_id")
          .whereRef("c.business_id", "=", "o.business_id")
          .orderBy("c.given_at", "desc")
          .limit(1)
          .as("given"),
      (join) => join.onTrue(),
    )
    .select(["o.email", "o.first_name", "o.last_name", "u.locale", "given.language"])
    .where("o.business_id", "=", businessId)
    .where("o.id", "=", ownerId ?? known?.id ?? null)
    .executeTakeFirst();
  const email = primary?.email ?? row?.email ?? known?.email;
  if (!email) throw new Error("the reader of a notice must have an email address");
  const [firstName, lastName] = [row?.first_name ?? known?.firstName ?? "", row?.last_name ?? known?.lastName ?? ""];
  const locale = row?.language ?? row?.locale ?? primary?.locale;
  return { email, firstName, name: `${firstName} ${lastName}`.trim(), locale: locale === "es" ? "es" : "en" };
}

/** Renders and encrypts a notice, and stores its file. Null if a key of the reader was destroyed. */
async function prepare(
  app: AppContext,
  tenant: Tenant,
  order: Order,
  { facts }: StoredDecision,
  applicantId: string | null,
  { ownerId, reasons }: { ownerId: string | null; reasons: readonly DenialReason[] },
  reader: Reader,
) {
  const { platformId, businessId } = tenant;
  // The person whose report is in the notice. Without their key it cannot be read any more.
  const reported = ownerId ?? applicantId;
  const keyOwnerIds = reported ? [reported] : [];
  const keys = await keysOf(app, tenant, keyOwnerIds);
  if (!keys) return null;
  const report = reportOf(app, facts.owners.find(({ id }) => id === reported) ?? null);
  const contents = contentsOf(order, facts.statement?.amountRequestedCents ?? 0, { ownerId, reasons, report, reader });
  const text = { en: noticeText("en", contents), es: noticeText("es", contents) };
  const { locale } = reader;
  const id = uuidv5(ownerId ?? "business", order.decisionId);
  const { pdf, sha256 } = await app.renderer.render({
    template: "decision-notice",
    language: locale,
    documentId: id,
    version: "1",
    issuedAt: order.issuedAt,
    data: { sender: order.programName, text: text[locale] },
  });
  await app.files.put(fileKeyOf(tenant, id), await encryptNested(keys, pdf, aboutPdf(id)), "application/octet-stream");
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `notice/${id}`,
    template: "decision-notice" as const,
    locale,
    recipient: reader.email,
    params: {
      firstName: reader.firstName,
      businessName: order.businessName,
      text: ownerId ? null : noticeText(locale, { ...contents, report: null }),
      attachment: report ? null : { noticeId: id, issuedAt: order.issuedAt.toISOString() },
      url: actionPage(app, { id: platformId, settings: order.settings }, locale).href,
    },
  });
  return {
    row: {
      id,
      owner_id: ownerId,
      reasons: ownerId ? null : [...reasons],
      locale,
      key_owner_ids: keyOwnerIds,
      encrypted_text: await encryptNested(keys, Buffer.from(JSON.stringify(text)), aboutText(id)),
      pdf_sha256: Buffer.from(sha256, "hex"),
    },
    email,
  };
}

function reportOf({ credit: { agency } }: AppContext, owner: OwnerFacts | null): ReportOfPerson | null {
  if (!owner?.credit) return null;
  const { pulledOn, ficoScore, scoreFactors = [] } = owner.credit;
  return { agency, pulledOn, score: ficoScore, factors: scoreFactors };
}

function contentsOf(
  order: Order,
  requestedCents: number,
  {
    ownerId,
    reasons,
    report,
    reader,
  }: { ownerId: string | null; reasons: readonly DenialReason[]; report: ReportOfPerson | null; reader: Reader },
): NoticeContents {
  const { action, product, businessName, reference, lender, support, offer } = order;
  return {
    action,
    product,
    businessName,
    ownerName: ownerId ? reader.name : null,
    reference,
    receivedOn: dateAt(order.receivedAt),
    issuedOn: dateAt(order.issuedAt),
    reasons,
    counterOffer:
      action === "COUNTER_OFFERED" && offer
        ? {
            requestedCents,
            offeredCents: offer.amountCents,
            aprPercentage: offer.aprPercentage,
            openUntil: dateAt(offer.expiresAt),
          }
        : null,
    lender,
    report,
    support,
  };
}

type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>;

/** Saves the notices with their emails. Of concurrent runs the first to lock the clock saves them. */
async function save(tx: Tx, tenant: Tenant, order: Order, prepared: readonly Prepared[]): Promise<void> {
  const { clockId, applicationId, decisionId, action, lender, issuedAt } = order;
  await tx.selectFrom("loan_application").select("id").where("id", "=", applicationId).forUpdate().execute();
  if (!(await readOrder(tx, tenant, clockId))) return;
  if (prepared.length === 0) return stopClocks(tx, tenant.businessId, { clockId }, "ENDED");
  for (const { row, email } of prepared) {
    await tx
      .insertInto("adverse_action_notice")
      .values({
        ...row,
        platform_id: tenant.platformId,
        business_id: tenant.businessId,
        application_id: applicationId,
        decision_id: decisionId,
        clock_id: clockId,
        action,
        creditor: JSON.stringify(lender),
        issued_at: issuedAt,
      })
      .execute();
    await queueEmail(tx, email);
  }
  const noticeIds = prepared.map(({ row }) => row.id);
  await record(tx, {
    platformId: tenant.platformId,
    businessId: tenant.businessId,
    kind: "notice.issued",
    action: "notice.issue",
    body: { applicationId, decisionId, noticeIds, action },
    object: { kind: "loan application", id: applicationId },
    after: { hashes: prepared.map(({ row }) => row.pdf_sha256.toString("hex")) },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}
