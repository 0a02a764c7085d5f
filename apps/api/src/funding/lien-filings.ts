import { Refusal } from "@inlay/contracts/errors.ts";
import type { LienFiling } from "@inlay/contracts/staff/calls/lien-filings.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { closeTask, openTask, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { type Address, addressInOneLine } from "../disclosures/public.ts";
import { settingsOf } from "../platforms/public.ts";
import type { LoanToClose, Tenant } from "./loan-to-close.ts";

/** The banking days after the loan is made within which its financing statement is filed. */
const fileWithinBankingDays = 5;
const endOfWork = clock(17, 0);
/** A statement about a product of which nothing is owed is terminated within this many days. */
const terminateWithinMs = 20 * 86_400_000;

/** Asks staff to file the financing statement of a new product. */
export async function openFiling(
  tx: Tx,
  { platformId, businessId, state }: LoanToClose,
  issuedProductId: string,
  today: BusinessDate,
): Promise<void> {
  const fileBy = addBankingDays(today, fileWithinBankingDays);
  await tx
    .insertInto("lien_filing")
    .values({
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      state,
      file_by: fileBy,
    })
    .execute();
  const dueAt = easternInstant(fileBy, endOfWork);
  await openTask(tx, { kind: "LIEN_FILING", subjectId: issuedProductId, platformId, businessId, dueAt });
}

/** The product is closed without a loan: nothing is filed about it, and what was filed is terminated. */
export async function endFiling(tx: Tx, tenant: Tenant, issuedProductId: string, now: Date): Promise<void> {
  const filing = await readRow(tx, tenant, issuedProductId);
  await closeTask(tx, { kind: "LIEN_FILING", subjectId: issuedProductId });
  if (!filing?.filed_on) return;
  const dueAt = new Date(now.getTime() + terminateWithinMs);
  await openTask(tx, { kind: "LIEN_TERMINATION", subjectId: issuedProductId, ...tenant, dueAt });
}

const readRow = (tx: Tx, { businessId }: Tenant, issuedProductId: string) =>
  tx
    .selectFrom("lien_filing as f")
    .innerJoin("issued_product as i", "i.id", "f.issued_product_id")
    .innerJoin("business as b", "b.id", "f.business_id")
    .select(["f.id", "f.state", "f.file_by", "f.filed_on", "f.filing_number", "f.recorded_by"])
    .select(["i.product_type", "b.name", "b.address"])
    .where("f.issued_product_id", "=", issuedProductId)
    .where("f.business_id", "=", businessId)
    .executeTakeFirst();

const unknown = () => new Refusal("NOT_FOUND", { context: { object: "lien filing" } });

export async function readFiling(tx: Tx, tenant: Tenant, issuedProductId: string): Promise<LienFiling> {
  const row = await readRow(tx, tenant, issuedProductId);
  if (!row) throw unknown();
  return {
    issuedProductId,
    state: row.state,
    fileBy: row.file_by as unknown as string,
    filedOn: row.filed_on as unknown as string | null,
    filingNumber: row.filing_number,
    recordedBy: row.recorded_by,
  };
}

/** What secures the lender: the assets of the business, or for a purchase of future receipts only what was bought. */
const collateralOf = (product: ProductType): string =>
  isAdvance(product)
    ? "The future receipts of the debtor that the secured party has purchased, and their proceeds. This statement gives notice of a purchase and not of a loan."
    : "All accounts, inventory, equipment, deposit accounts and general intangibles of the debtor, now owned or acquired later, and their proceeds.";

/** Renders the data of the financing statement as a PDF. */
export async function renderFiling(app: AppContext, tenant: Tenant, issuedProductId: string) {
  const { row, lender } = await inScope(app.pool, tenant, async (tx) => ({
    row: await readRow(tx, tenant, issuedProductId),
    lender: (await settingsOf(tx, tenant.platformId)).lenderOfRecord,
  }));
  if (!row) throw unknown();
  const { pdf, sha256 } = await app.renderer.render({
    template: "lien-filing",
    language: "en",
    documentId: row.id,
    version: "1",
    issuedAt: new Date(),
    data: {
      title: "UCC-1 financing statement",
      sender: lender.name,
      fields: [
        ["State of filing", row.state],
        ["File by", row.file_by as unknown as string],
        ["Debtor (organization)", row.name ?? ""],
        ["Debtor's mailing address", addressInOneLine((row.address ?? {}) as Address)],
        ["Secured party", lender.name],
        ["Secured party's mailing address", lender.address],
        ["Filer's reference", issuedProductId],
      ],
      collateral: collateralOf(row.product_type as ProductType),
    },
  });
  return { fileName: `ucc-1-${issuedProductId}.pdf`, contents: new Uint8Array(pdf), sha256, lienFilingId: row.id };
}

/** A filing is a public record, so one person is enough to note it. */
export const recordFiling: StaffAction<{ filedOn: string; filingNumber: string }> = {
  kind: "lien-filing.record",
  action: "staff.lien-filing.record",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { platformId, businessId, subjectId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("a lien filing belongs to a business");
    const { filedOn, filingNumber } = payload;
    const filed = await tx
      .updateTable("lien_filing")
      .set({ filed_on: filedOn, filing_number: filingNumber, recorded_by: memberId })
      .where("issued_product_id", "=", subjectId)
      .where("business_id", "=", businessId)
      .where("filed_on", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!filed) {
      await readFiling(tx, { platformId, businessId }, subjectId);
      throw new Refusal("WRONG_STATE", { context: { status: "FILED", allowedFrom: ["OPEN"] } });
    }
    await closeTask(tx, { kind: "LIEN_FILING", subjectId });
    await record(tx, {
      platformId,
      businessId,
      kind: "lien_filing.recorded",
      body: { lienFilingId: filed.id, issuedProductId: subjectId, filedOn: payload.filedOn },
      action: "staff.lien-filing.record",
      object: { kind: "lien filing", id: filed.id },
      after: { filedOn, filingNumber },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
  },
};
