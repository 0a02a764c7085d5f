import { addDays, addMonths, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { inScope } from "../db/scope.ts";
import type { TestServer } from "../http/server.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { aDebtor, aVerifiedAccount } from "../payments/payments.fixture.ts";
import { noon, ProductLife } from "../payments/product-life.fixture.ts";
import { billProduct } from "../products/bill-product.ts";
import { loanTerms } from "../products/products.fixture.ts";
import { tenantOf } from "../underwriting/decisions/applied.fixture.ts";

const paymentCents = cents(458_400);

/** TL-1 of an applicant, 50,000.00 at 18 percent over twelve months, with this number of payments made. The last fell due two days ago. */
export async function ownLoan(server: TestServer, applicant: Applicant, paidCount: number): Promise<ProductLife> {
  const other = await aDebtor(server, "1000000001");
  const tenant = tenantOf(applicant);
  const bankAccountId = await aVerifiedAccount(server, tenant, "1000000001");
  await server.database.admin.query("update app.bank_account set roles = '{}' where id = $1", [bankAccountId]);
  const own = { ...tenant, bankAccountId };
  const debtor = {
    ...other,
    ...own,
    within: (work: Parameters<typeof inScope>[2]) => inScope(server.app.pool, tenant, work),
    debit: (change = {}) => ({ ...other.debit(change), ...own }),
  } as typeof other;
  const terms = { ...loanTerms, payoffInterestBasis: "OUTSTANDING" };
  const request = { loanAmountCents: 5_000_000 };
  const loan = await ProductLife.issue(server, debtor, { productType: "TERM_LOAN", terms, request, book: "EQUITY" });
  const [clock] = await loan.rows<{ now: Date }>("select app.business_now($1) as now", applicant.id);
  const fundedOn = addMonths(addDays(dateAt(clock?.now ?? new Date()), -2), -paidCount);
  await loan.fund(4_850_000, fundedOn);
  for (let month = 1; month <= paidCount; month++) await payInstallment(loan, addMonths(fundedOn, month));
  return loan;
}

/** The next installment of the loan falls due, and its debit settles. Returns the id of the debit. */
export async function payInstallment(loan: ProductLife, on: BusinessDate): Promise<string> {
  const { debtor, id } = loan;
  await debtor.within((tx) => billProduct.act(tx, { ...debtor, id, dueAt: noon(on) }, noon(on)));
  return loan.pay(paymentCents, on);
}
