import { beforePeriod } from "@inlay/contracts/before-period.ts";
import type { Answer } from "@inlay/contracts/call.ts";
import type { quotePayoff } from "@inlay/contracts/calls/payments.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { Card } from "@inlay/ui/card.tsx";
import { CompareBars } from "@inlay/ui/figures/compare-bars.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useAccountWords, useDays } from "../../servicing/use-servicing-words.ts";
import { LoanFigure } from "./loan-figure.tsx";

export type PayoffQuote = Answer<typeof quotePayoff>["payoffQuote"];

function UnpaidFees({ quote: { feesCents, explanations } }: { quote: PayoffQuote }) {
  const { t } = useLingui();
  return (
    <LoanFigure
      figure="feesCents"
      cents={feesCents}
      explanations={explanations}
      words={t`The fees that were charged and are unpaid.`}
      names={{
        lateFeesCents: t`Late fees`,
        returnedDebitFeesCents: t`Fees for returned debits`,
        maintenanceFeesCents: t`Maintenance fees`,
        extensionFeesCents: t`Extension fees`,
      }}
    />
  );
}

type PayoffCostProps = { loan: TermLoanServicing; quote: PayoffQuote };

/** What a payoff costs with its parts, and what it saves of the interest that the schedule would still cost. */
export function PayoffCost({ loan, quote }: PayoffCostProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(loan.today);
  const { explanations, plannedInterestCents, interestCents, savedCents } = quote;
  const takenDay = day(quote.effectiveDate);
  // The interest of payments that are already due is a part of its own.
  const interestFigure = explanations["dueInterestCents"]?.result === 0 ? "currentInterestCents" : "interestCents";
  return (
    <Card className="grid gap-4">
      <div>
        <p className="type-small">{t`To pay on ${takenDay}`}</p>
        <LoanFigure
          figure="owedCents"
          cents={quote.amountCents}
          explanations={explanations}
          size="figure"
          words={t`Everything that is left of the loan on that day.`}
        />
      </div>
      <Receipt
        rows={[
          { label: t`Remaining principal`, value: money(quote.principalCents) },
          {
            label: t`Interest`,
            value: (
              <LoanFigure
                figure={interestFigure}
                cents={interestCents}
                explanations={explanations}
                words={t`The interest for the current month. It is never more than the interest of the payments that are left.`}
                names={{
                  chargedInterestCents: t`Interest for the current month`,
                  scheduledInterestCents: t`Interest of the payments left`,
                  dueInterestCents: t`Interest already due`,
                  currentInterestCents: t`Interest for the current month`,
                }}
              />
            ),
          },
          ...(quote.feesCents > 0 ? [{ label: t`Unpaid fees`, value: <UnpaidFees quote={quote} /> }] : []),
          { label: t`Fee for paying early`, value: money(0) },
        ]}
      />
      {savedCents > 0 && (
        <div className="grid gap-3 border-t border-line pt-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="type-subheader">
              <Trans>You save</Trans>
            </span>
            <span className="font-bold text-price text-good">
              <LoanFigure
                figure="savedCents"
                cents={savedCents}
                explanations={explanations}
                words={t`The interest of the payments left, less the interest that the payoff costs.`}
                names={{ fromCents: t`Interest as planned`, interestCents: t`Interest if you pay off` }}
              />
            </span>
          </p>
          <CompareBars
            bars={[
              {
                label: t`Interest as planned`,
                value: plannedInterestCents,
                text: money(plannedInterestCents),
                tone: "cost",
              },
              { label: t`Interest if you pay off`, value: interestCents, text: money(interestCents), tone: "own" },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

/** What a payoff does to the payments that are left. */
export function WhatChanges({ loan }: { loan: TermLoanServicing }) {
  const { t } = useLingui();
  const { day } = useDays(loan.today);
  const account = useAccountWords()(loan.account);
  const accountAtEnd = account && beforePeriod(account);
  const left = loan.schedule.filter(({ status }) => status !== "PAID");
  const [first] = left;
  const firstDay = first && day(first.dueOn);
  return (
    <Card className="grid gap-1">
      <h2 className="font-semibold">
        <Trans>What changes</Trans>
      </h2>
      <p className="type-small">
        {[
          firstDay &&
            t`${plural(left.length, { one: "The payment that is left", other: "The # payments that are left" })}, from ${firstDay} on, will not be taken.`,
          accountAtEnd && t`The amount comes from ${accountAtEnd}.`,
          t`The loan is closed when the payment has arrived.`,
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
    </Card>
  );
}
