import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { anOrder } from "@inlay/lending/servicing/line.fixture.ts";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { AboutLimit } from "../products/line-of-credit/servicing/about-limit.tsx";
import { DrawDetails } from "../products/line-of-credit/servicing/draw-details.tsx";
import { Confirm, Details, DrawFunds } from "../products/line-of-credit/servicing/draw-funds.tsx";
import { DrawHistory } from "../products/line-of-credit/servicing/draw-history.tsx";
import { DrawPayoff } from "../products/line-of-credit/servicing/draw-payoff.tsx";
import { LinePage } from "../products/line-of-credit/servicing/line-page.tsx";
import { PaymentSchedule } from "../products/line-of-credit/servicing/payment-schedule.tsx";
import { SelectDrawPayoff } from "../products/line-of-credit/servicing/select-draw-payoff.tsx";
import { ServicingProvider } from "../products/servicing/use-servicing.ts";
import type { Language } from "../shared/language/language.ts";
import { drawPayoff, drawPayoffQuote, lateLine, line, lineOn, unusedLine, waitingLine } from "./line.fixture.ts";
import { markup as markupOf, rendered } from "./rendered.fixture.tsx";

const id = line.issuedProductId;
const nothing = () => undefined;
const within = (page: ReactNode) => (
  <ServicingProvider value={{ at: { page: "HOME" }, open: nothing, back: nothing, home: nothing }}>
    {page}
  </ServicingProvider>
);
const answers = (shown: LineOfCreditServicing): Parameters<typeof rendered>[1] => [
  [["line of credit", id], shown],
  [["contact"], null],
  [["draw payoff quote", "april", "2026-08-04"], drawPayoffQuote],
];
const shown = (page: ReactNode, of = line, language: Language = "en") => rendered(within(page), answers(of), language);
const markup = (page: ReactNode, of = line) => markupOf(within(page), answers(of));
const props = { issuedProductId: id, takesFocus: false };
const summary = (of?: LineOfCreditServicing, language?: Language) => shown(<LinePage {...props} />, of, language);

describe("line of credit page", () => {
  it("shows remaining limit, status, credit limit, next payment with the link to the draw and the amount", async () => {
    const page = await summary();
    expect(page).toContain("Line of Credit CURRENT Remaining limit $15,833 .32 of a credit limit of $25,000.00");
    expect(page).toContain("Next payment $933.33 Due and taken Mon, Aug 10 from First Calm Bank •••• 6789.");
    expect(page).toContain("It frees $833.33 of your limit. Draw of Apr 10");
  });

  it("shows the limit by draw as a picture and as a table, with the next payment marked", async () => {
    const page = await summary();
    expect(page).toContain(
      "Draw of Jun 22 $6,666.67 Draw of Apr 10 $1,666.68 Freed by the payment of Aug 10 $833.33 Free $15,833.32",
    );
    expect(page).toContain("Draw of Jun 22 - $6,666.67 Draw of Apr 10 Aug 10 $2,500.01 Free - $15,833.32");
    expect(await markup(<LinePage {...props} />)).toContain('aria-label="$9,166.68 of $25,000.00 in use"');
  });

  it("shows a details toggle with repayment term in months, interest per month and per year, draw fee and maintenance fee, with the APR", async () => {
    const page = await summary();
    expect(page).toContain("Additional details Hide details Repayment term 6 months a draw");
    expect(page).toContain("Interest 2.00% / mo · 24% / yr Draw fee 2% Maintenance fee A fixed amount a month $50.00");
    expect(page).toContain("APR whole line drawn 51.38%");
    expect(await markup(<LinePage {...props} />)).toContain('aria-expanded="true"');
  });

  it("shows the maintenance fee as a percentage of the line by locMaintenanceFeeDisplayType", async () => {
    const terms = {
      ...line.terms,
      locMaintenanceFeeDisplayType: "PERCENTAGE",
      locMaintenanceFeePercentage: "0.2",
    } as const;
    expect(await summary({ ...line, terms })).toContain("Maintenance fee 0.2% of the line a month 0.2% / mo");
  });

  it("shows no monthly rate where the law forbids it, and the APR all the same", async () => {
    const page = await summary(lineOn({ state: "CA" }));
    expect(page).toContain("Flat charge 12% of the draw Draw fee 2%");
    expect(page).not.toContain("/ mo");
    expect(page).toContain("51.38%");
  });

  it("explains its amounts", async () => {
    const html = await markup(<LinePage {...props} />);
    for (const amount of ["$15,833.32", "$933.33", "$50.00", "51.38%"])
      expect(html).toContain(`aria-label="${amount}, how we get this number"`);
  });

  it("shows what would pause the line and the distance to it", async () => {
    expect(await summary()).toContain(
      "What would pause your line A payment more than 5 days late Fine None is late. If the next one is not paid, draws pause on Sun, Aug 16. No limit left Fine You can still draw $15,833.00.",
    );
  });

  it.each([
    ["DEFAULTED", "You cannot draw while the line or a draw is in default."],
    ["CLOSED", "This line is closed."],
    ["LATE", "You cannot draw while a payment is late."],
  ] as const)("'Draw funds disabled when the loan is closed, defaulted or late': %s", async (loanStatus, words) => {
    const page = await summary(lineOn({ line: { loanStatus } }));
    expect(page).toContain(`Draw funds ${words}`);
    expect(page.includes("Remaining limit $0 .00 of a credit limit of $0.00")).toBe(loanStatus !== "LATE");
  });

  it("'Draw funds disabled when any draw is defaulted, or the available limit is zero'", async () => {
    const inDefault = lineOn({ line: { hasDefaultedDraw: true }, states: { april: "DEFAULTED" } });
    expect(await summary(inDefault)).toContain("You cannot draw while the line or a draw is in default.");
    const used = lineOn({ funded: [{ id: "june", amountCents: 2_500_000, fundedOn: "2026-06-22", paid: 0 }] });
    expect(await summary(used)).toContain("Draw funds Your remaining limit is $0. It grows with each payment.");
  });

  it("of a late line says what happened, what is owed line by line, and the ways to put it right", async () => {
    const page = await summary(lateLine);
    expect(page).toContain("Your payment of Mon, Aug 10 did not go through");
    expect(page).toContain("First Calm Bank returned it: not enough funds that day. It is 8 days late.");
    expect(page).toContain(
      "To be up to date today $933 .33 Payment due Mon, Aug 10 $933.33 Total $933.33 Pay $933.33 now",
    );
    expect(page).toContain("Use another account");
  });

  it("shows the fees that are taken on a day to come", async () => {
    const fees = [{ feeType: "MAINTENANCE", dueOn: "2026-08-10", takenOn: "2026-08-10", unpaidCents: 5_000 } as const];
    expect(await summary({ ...line, fees: [...fees] })).toContain("Maintenance fee: $50.00, taken Mon, Aug 10");
  });

  it("of an unused line says that payments begin after a draw", async () => {
    const page = await summary(unusedLine);
    expect(page).toContain("None. Payments begin a month after a draw.");
    expect(page).toContain("Nothing is drawn now.");
  });

  it("is in Spanish", async () => {
    expect(await summary(line, "es")).toContain("Límite restante $15,833 .32 de un límite de crédito de $25,000.00");
  });
});

describe("draw funds", () => {
  const flow = { line, takesFocus: false, onAboutLimit: nothing, onBack: nothing };
  const details = (amountCents: number | null) =>
    shown(<Details {...flow} amountCents={amountCents} onChange={nothing} onContinue={nothing} />);

  it.each([
    [null, "Draw request is required"],
    [99, "Must be greater than $1"],
    [1_583_301, "Amount cannot exceed remaining limit"],
  ])("'Submit is disabled unless valid and edited': %s", async (amountCents, sentence) => {
    expect(await details(amountCents)).toContain(`Continue ${sentence}`);
  });

  it("prices the amount, with its payments and the limit that is left", async () => {
    const page = await details(1_000_000);
    expect(page).toContain("Your remaining limit is $15,833.32. After this draw: $5,833.32. About your limit");
    expect(page).toContain("This draw costs you $1,700 .00 APR 57.25%");
    expect(page).toContain("You draw $10,000.00 Draw fee (2%) −$200.00 You receive $9,800.00");
    expect(page).toContain("Maintenance, 6 × $50.00 Due with or without this draw $300.00 You repay $11,500.00");
    expect(page).toContain("02/03/27 $1,666.65 $200.00 $1,866.65");
  });

  it("is confirmed by a button that says the amount it moves", async () => {
    const page = await shown(<Confirm {...flow} amountCents={1_000_000} />);
    expect(page).toContain("Confirm details Money moves only when you press Draw $10,000.00.");
    expect(page).toContain("You receive $9,800 .00 To First Calm Bank •••• 6789 Arrives if nobody has to look at it");
    expect(page).toContain("Remaining limit goes from $15,833.32 to $5,833.32.");
    expect(page).toContain(
      "2 other payments fall due in that month With this draw, the payments in the month of Sep 3 come to $4,293.33: $1,866.67 + $1,493.33 + $933.33.",
    );
    expect(page).toContain("Costs $1,700.00 APR 57.25% Draw $10,000.00");
  });

  it("that cannot be drawn says why", async () => {
    expect(await shown(<DrawFunds {...props} />, lateLine)).toContain("You cannot draw while a payment is late. Done");
  });

  it("says how the remaining limit comes about", async () => {
    const page = await shown(<AboutLimit line={waitingLine} onBack={nothing} />);
    expect(page).toContain(
      "Credit limit $25,000.00 Drawn and not repaid −$9,166.68 On its way to you −$1,000.00 Remaining limit $14,833.32",
    );
    expect(page).toContain("Your remaining limit cannot be negative.");
  });
});

describe("draw history", () => {
  const history = (of?: LineOfCreditServicing, language?: Language) => shown(<DrawHistory {...props} />, of, language);

  it("lists the draws with their states, the newest first, and those on their way with the way to withdraw them", async () => {
    const page = await history(waitingLine);
    expect(page).toContain(
      "Your draw of $1,000.00 is on its way You receive $980.00. If it is not sent by Mon, Aug 10, the draw ends and your limit is free again. Withdraw the draw",
    );
    expect(page).toContain("08/03/26 $1,000.00 -- PENDING 08/03/26 $1,000.00 -- REJECTED withdrawn by you");
    expect(page).toContain("06/22/26 $8,000.00 $6,666.67 ACTIVE 04/10/26 $5,000.00 $2,500.01 ACTIVE");
  });

  it("'Draw details are linked only for active, late and paid draws.'", async () => {
    const linked = async (of: LineOfCreditServicing) =>
      (await markup(<DrawHistory {...props} />, of)).match(/aria-label="Open the draw of/g)?.length ?? 0;
    expect(await linked(waitingLine)).toBe(2);
    expect(await history(lateLine)).toContain("04/10/26 $5,000.00 $2,500.01 LATE");
    expect(await linked(lateLine)).toBe(2);
    const paid = lineOn({ funded: [{ id: "april", amountCents: 500_000, fundedOn: "2026-01-10", paid: 6 }] });
    expect(await history(paid)).toContain("04/10/26 $5,000.00 $0.00 PAID");
    expect(await linked(paid)).toBe(1);
  });

  it("'12 rows per page'", async () => {
    const [draw] = line.draws;
    const draws = Array.from({ length: 13 }, (_, at) => ({ ...(draw as NonNullable<typeof draw>), id: `draw-${at}` }));
    const page = await history({ ...line, draws });
    expect(page.match(/06\/22\/26/g)).toHaveLength(12);
    expect(page).toContain("Page 1 of 2");
  });
});

describe("draw details and payment schedule", () => {
  const orders = { "april-4": [anOrder("SUBMITTED", "2026-08-10")] };
  const submitted = lineOn({ today: "2026-08-10", orders });

  it("shows a draw with its schedule; a submitted payment is PROCESSING", async () => {
    const page = await shown(<DrawDetails {...props} partId="april" />, submitted);
    expect(page).toContain("Draw of Apr 10 CURRENT Principal left $2,500 .01 3 of 6 payments made");
    expect(page).toContain("08/10/26 $833.33 $100.00 $933.33 PROCESSING 09/10/26 $833.33 $100.00 $933.33 SCHEDULED");
  });

  it("shows the payments of all draws by day; a submitted payment is PENDING", async () => {
    const page = await shown(<PaymentSchedule {...props} />, submitted);
    expect(page).toContain(
      "07/22/26 Draw of Jun 22 $1,493.33 PAID 08/10/26 Draw of Apr 10 $933.33 PENDING 08/22/26 Draw of Jun 22 $1,493.33 SCHEDULED",
    );
  });

  it("a draw without a page of its own leads nowhere", async () => {
    expect(await shown(<DrawDetails {...props} partId="waiting" />, waitingLine)).toContain(
      "This draw has no payments to show.",
    );
  });
});

describe("payoff of a draw", () => {
  const payoffPage = (change: Partial<typeof drawPayoff> = {}, language?: Language) =>
    rendered(
      within(<DrawPayoff {...props} partId="april" />),
      [...answers(line), [["draw payoff", "april"], { ...drawPayoff, ...change }]],
      language,
    );

  it("is selected among the draws that are not repaid", async () => {
    const page = await shown(<SelectDrawPayoff {...props} />, waitingLine);
    expect(page).toContain("Draw of Jun 22 ACTIVE $6,666.67 principal left Draw of Apr 10 ACTIVE $2,500.01");
    expect(page).not.toContain("PENDING");
  });

  it("shows the days that can be chosen and why others cannot, the amount with its parts, and the saving", async () => {
    const page = await payoffPage();
    expect(page).toContain("Fri, Aug 7 is the last day: a payoff needs 3 days before the payment of Mon, Aug 10.");
    expect(page).toContain("To pay on Tue, Aug 4 $2,600 .01 Principal left $2,500.01 Interest $100.00");
    expect(page).toContain("You save $200.00 Interest as planned $300.00 Interest if you pay off $100.00");
    expect(page).toContain("The 3 payments that are left, from Mon, Aug 10 on, will not be taken.");
    expect(page).toContain("and $2,500.01 of your limit is free again.");
  });

  it("'Late: To schedule your payoff, please email support.' The date picker is hidden", async () => {
    const page = await payoffPage({ why: "PAYOFF_NEEDS_SUPPORT", days: [] });
    expect(page).toContain("To schedule your payoff, please email support.");
    expect(page).not.toContain("Review payoff");
  });

  it("'Scheduled: You have scheduled a payoff for this draw.' The date picker is hidden, and it can be cancelled until it is sent", async () => {
    const scheduled = { effectiveDate: "2026-08-05", amountCents: 260_001, isCancellable: true };
    const page = await payoffPage({ why: "PAYOFF_ALREADY_SCHEDULED", days: [], scheduled });
    expect(page).toContain("You have scheduled a payoff for this draw. Amount $2,600.01 Taken on Wed, Aug 5");
    expect(page).toContain("Cancel the payoff");
    expect(page).not.toContain("Review payoff");
    const sent = { ...scheduled, isCancellable: false };
    expect(await payoffPage({ why: "PAYOFF_ALREADY_SCHEDULED", days: [], scheduled: sent })).not.toContain("Cancel");
  });

  it("'This draw has already been paid or has a current payoff pending.'", async () => {
    expect(await payoffPage({ why: "PAYOFF_NOTHING_OUTSTANDING", days: [] })).toContain(
      "This draw has already been paid or has a current payoff pending.",
    );
  });

  it("that is scheduled is said on the page of the line", async () => {
    const earlyPayoff = { effectiveDate: "2026-08-05", amountCents: 260_001 };
    const draws = line.draws.map((draw) => (draw.id === "april" ? { ...draw, earlyPayoff } : draw));
    expect(await summary({ ...line, draws })).toContain(
      "Early payoff scheduled Draw of Apr 10: $2,600.01 is taken on Wed, Aug 5.",
    );
  });
});
