import type { ServicingData } from "@inlay/contracts/issued-product.ts";
import { describe, expect, it } from "vitest";
import type { Language } from "../shared/language/language.ts";
import { MyFinancing } from "./my-financing.tsx";
import { issued, rendered } from "./rendered.fixture.tsx";
import { Welcome, welcomeKey } from "./welcome.tsx";

const welcome = (
  issuedProduct: ReturnType<typeof issued>,
  fundsExpectedOn: string | null = null,
  language: Language = "en",
) =>
  rendered(
    <Welcome takesFocus={false} />,
    [[welcomeKey, { existingData: { issuedProduct, fundsExpectedOn } }]],
    language,
  );

describe("servicing start", () => {
  it("of a term loan: the net disbursement is on the way, net of the origination fee and of any payoff of existing debts", async () => {
    const page = await welcome(issued("TERM_LOAN"), "2026-11-20");
    expect(page).toContain("Congratulations! $48,500 is on the way to your account");
    expect(page).toContain(
      "Funds are deposited within 24 hours, net of the origination fee and of any payoff of existing debts. We expect the money in your account by November 20, 2026.",
    );
    expect(page).toContain("Loan amount $50,000 Origination fee −$1,500 You receive $48,500 Continue");
    expect(await welcome(issued("TERM_LOAN", {}, true))).toContain(
      "Payoff of existing debts −$23,500 You receive $25,000",
    );
  });

  it.each(["FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"] as const)(
    "of %s: the monthly credit limit is ready, funds in as little as 24 hours",
    async (product) => {
      expect(await welcome(issued(product))).toContain(
        "Congratulations! Your monthly credit limit of $50,000 is ready Funds in as little as 24 hours. Continue",
      );
    },
  );

  it("of an MCA: the advance amount is on the way", async () => {
    expect(await welcome(issued("MCA"), "2026-11-20")).toContain(
      "Congratulations! Your advance of $50,000 is on the way We expect the money in your account by November 20, 2026. Continue",
    );
  });

  it("of an integrated MCA: the net disbursement amount, net of any existing-debt payoff", async () => {
    expect(await welcome(issued("INTEGRATED_MCA"))).toContain("Congratulations! $50,000 is on the way");
    const refinanced = await welcome(issued("INTEGRATED_MCA", {}, true));
    expect(refinanced).toContain("Congratulations! $39,000 is on the way to your account");
    expect(refinanced).toContain("Advance $50,000 Existing-debt payoff −$11,000 You receive $39,000");
  });

  it("of a line of credit: the credit limit is ready", async () => {
    expect(await welcome(issued("LOC_TERM_LOAN"))).toContain("Congratulations! Your credit limit of $50,000 is ready");
  });

  it.each(["MCA", "INTEGRATED_MCA"] as const)("of %s speaks of no loan and no interest", async (product) => {
    expect(await welcome(issued(product, {}, true), "2026-11-20")).not.toMatch(/loan|interest|borrow/i);
  });

  it("is in Spanish", async () => {
    expect(await welcome(issued("TERM_LOAN"), "2026-11-20", "es")).toContain(
      "¡Felicidades! $48,500 van en camino a su cuenta",
    );
  });
});

type Document = { id: string; offerId: string; documentType: string };
const list = (
  products: ReturnType<typeof issued>[],
  { documents, language = "en" as Language }: { documents?: Document[]; language?: Language } = {},
  elsewhere: Parameters<typeof MyFinancing>[0]["elsewhere"] = null,
) =>
  rendered(
    <MyFinancing elsewhere={elsewhere} takesFocus={false} />,
    [[["issued products"], products], ...(documents ? [[["signed documents"], documents] as const] : [])],
    language,
  );

const withData = (product: "TERM_LOAN" | "LOC_TERM_LOAN", change: Partial<ServicingData>) => {
  const one = issued(product);
  return issued(product, { servicingData: { ...one.servicingData, ...change } as ServicingData });
};

describe("My financing", () => {
  it("lists every product with type, amount, status, next payment and opening day", async () => {
    const page = await list([
      withData("LOC_TERM_LOAN", { nextPaymentDate: "2026-12-18", nextPaymentAmountCents: 458_400 }),
      issued("MCA"),
    ]);
    expect(page).toContain(
      "Line of Credit CURRENT Credit limit $50,000 Remaining limit $50,000 Next payment $4,584 on Dec 18, 2026 Opened Nov 18, 2026",
    );
    expect(page).toContain("Advance $50,000 Next payment A share of your sales Opened");
  });

  it("says that the first payment of a loan is known once the money is sent", async () => {
    expect(await list([issued("TERM_LOAN")])).toContain("Next payment Known once the money is sent");
  });

  it("shows FULLY_PAID as PAID OFF, and products that are over after the others", async () => {
    const page = await list([
      issued("MCA", { loanStatus: "FULLY_PAID", createdAt: "2026-11-19T12:00:00.000Z" }),
      issued("TERM_LOAN", { loanStatus: "LATE" }),
    ]);
    expect(page).toMatch(/Term Loan LATE .* PAID OFF/);
  });

  it("offers the signed documents of each product to download", async () => {
    const documents = [
      { id: "1", offerId: "offer of TERM_LOAN", documentType: "DISCLOSURE" },
      { id: "2", offerId: "offer of TERM_LOAN", documentType: "AGREEMENT" },
    ];
    const page = await list([issued("TERM_LOAN"), issued("MCA")], { documents });
    expect(page).toContain("Signed documents Download the disclosure Download the agreement");
    expect(page).toContain("Signed documents No signed documents yet.");
  });

  it("shows the products while the documents are still loading", async () => {
    const page = await list([issued("TERM_LOAN")]);
    expect(page).toContain("Loading your documents…");
    expect(page).not.toContain("No signed documents yet.");
  });

  it("says so where there is no product", async () => {
    expect(await list([])).toContain("No financing yet");
  });

  it("leads to what waits elsewhere", async () => {
    const open = () => undefined;
    for (const [alert, words] of [
      ["NEW_OFFERS_AVAILABLE", "New offers available See the offers"],
      ["ACCEPTED_OFFERS_PROCESSING", "Accepted offers processing See where it stands"],
      ["MORE_INFORMATION_NEEDED", "More information needed Give the information"],
      ["EXPIRED_OFFERS", "Expired offers See the expired offers"],
    ] as const)
      expect(await list([issued("TERM_LOAN")], {}, { alert, open })).toContain(words);
  });

  it("is in Spanish", async () => {
    const page = await list([issued("FAST_PAY")], { documents: [], language: "es" });
    expect(page).toContain("Mi financiamiento");
    expect(page).toContain("AL DÍA Límite de crédito mensual $50,000 Límite restante $50,000");
  });
});
