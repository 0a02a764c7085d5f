import type { BankAccount } from "@inlay/contracts/bank.ts";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { ServicingProvider } from "../products/servicing/use-servicing.ts";
import { SelectAccount } from "../shared/accounts/select-account.tsx";
import type { Language } from "../shared/language/language.ts";
import { BankAccounts, selectable } from "./bank-accounts.tsx";
import { Agreements } from "./documents/agreements.tsx";
import { Statements } from "./documents/statements.tsx";
import { issued } from "./issued.fixture.ts";
import { PriorLoans } from "./prior-loans.tsx";
import { rendered } from "./rendered.fixture.tsx";

const nowhere = () => undefined;
const way = { at: { page: "PRIOR_LOANS" as const }, open: nowhere, back: nowhere, home: nowhere };
const shown = (page: ReactNode, answers: Parameters<typeof rendered>[1], language: Language = "en") =>
  rendered(<ServicingProvider value={way}>{page}</ServicingProvider>, answers, language);

const loan = issued("TERM_LOAN");
const advance = issued("MCA");

const statement = (month: string, version = 1) => ({
  id: `statement ${month}`,
  documentType: "STATEMENT",
  fileName: `statement-${month.slice(0, 7)}.pdf`,
  createdAt: "2026-08-01T04:00:00.000Z",
  statement: { month, version, paidCents: 458_400, principalCents: 2_611_590, totalCents: 2_640_000 },
});

describe("statements", () => {
  const page = (products: readonly ReturnType<typeof issued>[], language: Language = "en") =>
    shown(
      <Statements issuedProductId={undefined} takesFocus={false} />,
      [
        [["issued products"], products],
        [
          ["statements", loan.id],
          [statement("2026-07-01", 2), statement("2026-06-01")],
        ],
        [["statements", advance.id], [statement("2026-07-01")]],
      ],
      language,
    );

  it("of a loan: each month with what was paid and the principal left, and that a month was corrected", async () => {
    const text = await page([loan]);
    expect(text).toContain("Loan statements");
    expect(text).toContain("July 2026 Paid $4,584.00 · Principal left $26,115.90 · Corrected June 2026 Paid $4,584.00");
  });

  it("Statement download needs at least one box checked", async () => {
    expect(await page([loan])).toContain("Download Tick at least one statement.");
  });

  it("of an advance speak of no loan and no principal", async () => {
    const text = await page([advance]);
    expect(text).toContain("July 2026 Paid $4,584.00 · Left $26,400.00");
    expect(text).not.toMatch(/loan|interest|principal/i);
  });

  it("are in Spanish", async () => {
    expect(await page([loan], "es")).toContain("Julio de 2026 Pagado $4,584.00 · Capital restante $26,115.90");
  });

  it("say when the first one comes where there is none yet", async () => {
    const text = await shown(<Statements issuedProductId={loan.id} takesFocus={false} />, [
      [["issued products"], [loan]],
      [["statements", loan.id], []],
    ]);
    expect(text).toContain("No statements yet On the first of each month");
  });
});

describe("agreements", () => {
  const documents = [
    {
      id: "1",
      offerId: loan.offerId,
      documentType: "DISCLOSURE",
      fileName: "d.pdf",
      createdAt: "2026-01-14T15:00:00.000Z",
    },
    {
      id: "2",
      offerId: loan.offerId,
      documentType: "AGREEMENT",
      fileName: "a.pdf",
      createdAt: "2026-01-14T15:00:00.000Z",
    },
  ];
  const page = (issuedProductId?: string) =>
    shown(<Agreements issuedProductId={issuedProductId} takesFocus={false} />, [
      [["issued products"], [loan, advance]],
      [["signed documents"], documents],
    ]);

  it("A list of loan agreements; download is disabled unless at least one is ticked", async () => {
    const text = await page();
    expect(text).toContain("Opened Nov 18, 2026 Disclosure Signed Jan 14, 2026 Agreement Signed Jan 14, 2026");
    expect(text).toContain("Download Tick at least one agreement.");
  });

  it("of two products of one type are told apart by amount and opening day", async () => {
    const older = issued("TERM_LOAN", { id: "older", offerId: "other", createdAt: "2025-02-03T12:00:00.000Z" });
    const text = await shown(<Agreements issuedProductId={undefined} takesFocus={false} />, [
      [["issued products"], [loan, older]],
      [["signed documents"], documents.map((one, at) => (at === 0 ? { ...one, offerId: "other" } : one))],
    ]);
    expect(text).toContain("Term Loan $50,000 · Opened Nov 18, 2026 Agreement");
    expect(text).toContain("Term Loan $50,000 · Opened Feb 3, 2025 Disclosure");
    const statements = await shown(<Statements issuedProductId={undefined} takesFocus={false} />, [
      [["issued products"], [loan, older]],
      [["statements", loan.id], [statement("2026-07-01")]],
      [["statements", older.id], [statement("2025-07-01")]],
    ]);
    expect(statements).toContain("Term Loan $50,000 · Opened Nov 18, 2026 July 2026");
    expect(statements).toContain("Term Loan $50,000 · Opened Feb 3, 2025 July 2025");
  });

  it("of one product are its own", async () => {
    expect(await page(advance.id)).toContain("No agreements yet");
  });
});

describe("prior loans", () => {
  it("prior and all loans list every product (type, amount, opened, closed, status)", async () => {
    const closed = issued("MCA", { loanStatus: "FULLY_PAID", closedAt: "2026-11-19T15:00:00.000Z" });
    const text = await shown(<PriorLoans takesFocus={false} />, [[["issued products"], [closed, loan]]]);
    expect(text).toContain("All loans Term Loan CURRENT Amount $50,000 Opened Nov 18, 2026 Closed –");
    expect(text).toContain("PAID OFF Amount $50,000 Opened Nov 18, 2026 Closed Nov 19, 2026");
  });
});

const account = (id: string, change: Partial<BankAccount> = {}): BankAccount => ({
  id,
  institutionName: "First Calm Bank",
  accountName: "Business Checking",
  accountNumberLast4: "6789",
  isAccountNumberTokenized: false,
  tokenId: "item",
  plaidAccountId: id,
  achAuthorized: true,
  isChecking: true,
  bankAccountCreatedMethod: "PLAID",
  roles: [],
  firstPayoutOn: null,
  createdAt: "2026-07-01T12:00:00.000Z",
  ...change,
});

describe("bank accounts", () => {
  const page = (accounts: BankAccount[]) =>
    shown(<BankAccounts takesFocus={false} />, [
      [["issued products"], [loan]],
      [["step", "bank accounts"], accounts],
    ]);

  it("show institution, account name and last 4 digits, what each is used for, and its authorization", async () => {
    const text = await page([
      account("1", { roles: ["SERVICING", "DISBURSEMENT"] }),
      account("2", { institutionName: "Harbor CU", accountNumberLast4: "2204", achAuthorized: false }),
    ]);
    expect(text).toContain("First Calm Bank Repayments Funding Business Checking · •••• 6789 You have authorized us");
    expect(text).toContain("Harbor CU Business Checking · •••• 2204 We may not debit this account.");
  });

  it("show until when an account is held, and who is told of a change", async () => {
    const text = await page([account("1", { firstPayoutOn: "2026-08-06" })]);
    expect(text).toContain("it receives money from August 6, 2026 on");
    expect(text).toContain("Every owner gets an email with a button that stops the change.");
  });

  it("say so where there is none", async () => {
    expect(await page([])).toContain("We know of no bank account of your business");
  });

  it("Only checking accounts are offered", () => {
    const rules = {
      platformDisbursementAccountExpected: false,
      canUsePlatformCreatedDisbursementAccountForServicing: false,
    };
    const all = [account("1"), account("2", { isChecking: false })];
    expect(selectable(all, rules).map(({ id }) => id)).toEqual(["1"]);
  });

  it("When a platform disbursement account is expected but not usable for servicing, platform-created disbursement accounts are excluded", () => {
    const provided = account("2", { bankAccountCreatedMethod: "PLATFORM", roles: ["DISBURSEMENT"] });
    const offered = (expected: boolean, usable: boolean) =>
      selectable([account("1"), provided], {
        platformDisbursementAccountExpected: expected,
        canUsePlatformCreatedDisbursementAccountForServicing: usable,
      }).map(({ id }) => id);
    expect(offered(true, false)).toEqual(["1"]);
    expect(offered(true, true)).toEqual(["1", "2"]);
    expect(offered(false, false)).toEqual(["1", "2"]);
  });
});

describe("selection of the account for repayments", () => {
  const account = { accountName: "Checking", bankName: "First Calm Bank", achAuthorized: true, isPrimary: false };
  const accounts = ["6789", "0011"].map((accountNumberLast4) => ({
    ...account,
    id: accountNumberLast4,
    accountNumberLast4,
  }));
  const page = (all: typeof accounts) =>
    shown(
      <SelectAccount
        accounts={all}
        isPaidTo={false}
        onSelect={async () => undefined}
        onLinked={async () => undefined}
        onBack={nowhere}
        takesFocus={false}
      />,
      [],
    );

  it("'Continue is disabled until an account is chosen'", async () => {
    expect(await page(accounts)).toContain("Continue Please select an account");
  });

  it("'the account with role SERVICING is preselected'", async () => {
    expect(await page(accounts.map((one, at) => ({ ...one, isPrimary: at === 1 })))).not.toContain("Please select");
  });
});
