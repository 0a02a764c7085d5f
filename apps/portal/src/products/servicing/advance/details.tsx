import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { ExplainedFigure } from "../../offers/explained-figure.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { explanationsIn } from "../use-servicing-words.ts";
import { AdvanceFigure } from "./advance-figure.tsx";

/** The original amount, its fee, and how it is given back. */
export function Details({ advance }: { advance: CashAdvanceServicing }) {
  const { t } = useLingui();
  const { money, percentage, share } = useOfferFormats();
  const { explanations, frequency } = advance;
  const part = share(advance.repaymentPercentage);
  const repayments = {
    DAILY: t`${part} of each day's sales`,
    WEEKLY: t`${part} of each week's sales`,
    BIWEEKLY: t`${part} of the sales of two weeks`,
    MONTHLY: t`${part} of each month's sales`,
  };
  return (
    <Card className="grid gap-4">
      <h2 className="type-subheader">
        <Trans>Details</Trans>
      </h2>
      <Receipt
        rows={[
          { label: t`Original amount`, value: money(advance.advanceAmountCents) },
          {
            label: t`Fee`,
            value: <AdvanceFigure figure="feeAmountCents" cents={advance.feeAmountCents} explanations={explanations} />,
          },
          {
            label: t`Total`,
            value: (
              <AdvanceFigure figure="totalPaymentAmountCents" cents={advance.totalCents} explanations={explanations} />
            ),
            isTotal: true,
          },
          { label: t`You give`, value: frequency ? repayments[frequency] : t`${part} of each card sale` },
          {
            label: t`Est. APR at the start`,
            value: (
              <ExplainedFigure
                text={percentage(advance.aprPercentage)}
                figure="aprPercentage"
                explain={explanationsIn(explanations)}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
