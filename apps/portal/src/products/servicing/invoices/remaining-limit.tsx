import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { StackedBar } from "@inlay/ui/figures/stacked-bar.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { ExplainedFigure } from "../../offers/explained-figure.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { explainedUse } from "./use-invoice-line.ts";

/** What is left of the limit, and what the rest is used for, as a picture and as a table. */
export function RemainingLimit({ line }: { line: InvoiceLine }) {
  const { t } = useLingui();
  const { money, parts: amountParts } = useOfferFormats();
  const { limitAmountCents, loanStatus } = line;
  // Nothing more is financed after that, whatever is in use.
  const isOver = loanStatus !== "CURRENT" && loanStatus !== "LATE";
  const { result: use, explanations } = explainedUse(line);
  const [remaining, limit] = [money(line.availableCents), money(limitAmountCents)];
  const all = [
    { label: t`Active`, value: use.activeCents },
    { label: t`Being repaid`, value: use.repayingCents },
    { label: t`In review`, value: use.waitingCents },
    { label: t`Free`, value: use.availableCents },
  ];
  const shown = all.filter(({ value }) => value > 0);
  const inUse = all.slice(0, -1).filter(({ value }) => value > 0);
  const words = shown.map(({ label, value }) => `${label} ${money(value)}`).join(", ");
  return (
    <div className="grid gap-2">
      <div>
        <h2 className="type-small">
          <Trans>Remaining limit</Trans>
        </h2>
        {isOver ? (
          <Figure amount={amountParts(line.availableCents)} size="figure" />
        ) : (
          <ExplainedFigure
            text={remaining}
            shown={<Figure amount={amountParts(line.availableCents)} size="figure" />}
            figure="availableCents"
            explain={() => explanations}
            words={t`The credit limit, less what is in use of it. A repayment frees it again once it has settled.`}
            names={{
              fromCents: t`Credit limit`,
              activeCents: t`Active`,
              repayingCents: t`Being repaid`,
              waitingCents: t`In review`,
            }}
          />
        )}
        <p className="type-small">{t`of a credit limit of ${limit}`}</p>
      </div>
      {!isOver && (
        <>
          <StackedBar
            label={t`Of ${limit}: ${words}`}
            parts={inUse.map(({ label, value }) => ({ label, value, text: money(value) }))}
            rest={{ label: t`Free`, value: use.availableCents, text: money(use.availableCents) }}
          />
          <TableOfChart
            toggle={t`Show as a table`}
            label={t`What the credit limit is used for`}
            columns={[
              { id: "part", label: t`Part of the limit`, cell: ({ label }) => label, isRowHeader: true },
              { id: "amount", label: t`Amount`, cell: ({ value }) => money(value), isFigure: true },
            ]}
            rows={all}
            rowKey={({ label }) => label}
          />
        </>
      )}
    </div>
  );
}
