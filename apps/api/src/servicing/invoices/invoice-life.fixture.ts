import type { Invoice } from "@inlay/contracts/servicing/invoice.ts";
import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { giveRole, type LifeGround, LoanLife } from "../loan-life.fixture.ts";
import { uploadedFile } from "./invoices.fixture.ts";

const fixedDuration = {
  id: "30-days",
  advanceRatePercentage: "80",
  transactionFeePercentage: "3",
  paymentStructure: "GROSS",
  repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: 30 },
};
const inParts = {
  id: "parts",
  advanceRatePercentage: "80",
  transactionFeePercentage: "3",
  paymentStructure: "NET",
  repaymentWindow: {
    repaymentType: "MULTIPLE_DURATION",
    repaymentSchedule: {
      schedule: [
        { repaymentPercentage: "50", repaymentDurationDays: 14 },
        { repaymentPercentage: "50", repaymentDurationDays: 28 },
      ],
    },
  },
};
const onFixedDate = {
  id: "fixed-date",
  advanceRatePercentage: "80",
  transactionFeePercentage: "4",
  paymentStructure: "GROSS",
  repaymentWindow: { repaymentType: "FIXED_DATE", monthlyRepaymentDay: 15 },
};

export type Product = "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER";
type Line = { product?: Product; accountNumber?: string | undefined };

/** A line of $50,000 on January 21, and the person of its business. */
export async function aLine(ground: LifeGround, { product = "FAST_PAY", accountNumber }: Line = {}): Promise<LoanLife> {
  const offerPricingPlans = [fixedDuration, inParts, onFixedDate];
  const life = await LoanLife.fund(ground, {
    terms: { productType: product, monthlyLimitAmountCents: 5_000_000, offerPricingPlans },
    product: { type: product, request: null, amountCents: 5_000_000, maturesOn: "2027-01-09" },
    ...(accountNumber && { accountNumber }),
  });
  await giveRole(life, "PRIMARY_OWNER");
  return life;
}

export const ownerOf = ({ debtor, id }: LoanLife) => ({
  ...debtor.person,
  uuid: debtor.businessId,
  platformId: debtor.platformId,
  line: id,
});

export const said = { amountCents: 1_000_000, issuedOn: "2026-01-05", dueOn: "2026-03-15" };

type Submitted = { planId?: string | undefined; read?: object | "FAIL" | null | undefined; product?: Product };

/** An invoice over $10,000 whose file says the same, by its id. */
export async function submitted(ground: LifeGround, life: LoanLife, wanted: Submitted = {}): Promise<string> {
  const { planId = "30-days", read = said, product = "FAST_PAY" } = wanted;
  const file = await uploadedFile(ground.server, ownerOf(life), read ?? undefined);
  const { status, body, text } = await life.debtor.person.as({
    method: "POST",
    url: `/api/v1/servicing/${life.id}/invoices`,
    payload: {
      productType: product,
      invoiceFileUrl: file.url,
      offerPlanId: planId,
      totalInvoiceAmountCents: 1_000_000,
      amountRequestedForFinancingCents: 1_000_000,
      invoiceIssueDate: said.issuedOn,
      invoiceDueDate: said.dueOn,
    },
  });
  if (status !== 200) throw new Error(text);
  return (body as unknown as { invoice: Invoice }).invoice.id;
}

export async function invoicesOf(life: LoanLife): Promise<Invoice[]> {
  const { body } = await life.debtor.person.as({ method: "GET", url: `/api/v1/servicing/${life.id}/invoices` });
  return (body as unknown as { invoices: Invoice[] }).invoices;
}

export async function lineAsShown(life: LoanLife): Promise<InvoiceLine> {
  const url = `/api/v1/servicing/issued-products/${life.id}/invoice-line`;
  const { status, body, text } = await life.debtor.person.as({ method: "GET", url });
  if (status !== 200) throw new Error(text);
  return (body as unknown as { invoiceLine: InvoiceLine }).invoiceLine;
}

/** What the line keeps of its limit for invoices that are not funded. */
export async function reserved(life: LoanLife): Promise<number | undefined> {
  const [row] = await life.rows<{ cents: number }>(
    "select reserved_cents::int as cents from app.issued_product where id = $1",
    life.id,
  );
  return row?.cents;
}
