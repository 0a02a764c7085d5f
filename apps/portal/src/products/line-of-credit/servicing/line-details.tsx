import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ExplainedFigure } from "../../offers/explained-figure.tsx";
import { useMonths, useOfferFormats } from "../../offers/use-offer-formats.ts";
import { explanationsIn } from "../../servicing/use-servicing-words.ts";
import { LineFigure } from "./line-figure.tsx";

/** The terms of the line. No rate and no fee stands without the APR on the same screen. */
export function LineDetails({ line }: { line: LineOfCreditServicing }) {
  const { t } = useLingui();
  const { share, percentage } = useOfferFormats();
  const months = useMonths();
  const [isOpen, setOpen] = useState(true);
  const { terms, explanations, monthlyRatePercentage, monthlyMaintenanceFeeCents } = line;
  const [yearly, term] = [share(terms.interestRatePercentage), months(line.termMonths)];
  const charged = share((Number(terms.interestRatePercentage) * line.termMonths) / 12);
  const ofLine = share(terms.locMaintenanceFeePercentage);
  const isShare = terms.locMaintenanceFeeDisplayType === "PERCENTAGE";
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="type-subheader">{t`Additional details`}</h2>
        <Button variant="text" aria-expanded={isOpen} aria-controls="line-details" onClick={() => setOpen(!isOpen)}>
          {isOpen ? t`Hide details` : t`Show details`}
        </Button>
      </div>
      <div id="line-details" hidden={!isOpen}>
        <Receipt
          rows={[
            { label: t`Repayment term`, value: t`${term} a draw` },
            monthlyRatePercentage === null
              ? { label: t`Flat charge`, value: t`${charged} of the draw` }
              : { label: t`Interest`, value: t`${monthlyRatePercentage}% / mo · ${yearly} / yr` },
            { label: t`Draw fee`, value: share(terms.feePercentage) },
            ...(monthlyMaintenanceFeeCents > 0
              ? [
                  {
                    label: t`Maintenance fee`,
                    note: isShare ? t`${ofLine} of the line a month` : t`A fixed amount a month`,
                    value: isShare ? (
                      t`${ofLine} / mo`
                    ) : (
                      <LineFigure
                        figure="monthlyMaintenanceFeeCents"
                        cents={monthlyMaintenanceFeeCents}
                        explanations={explanations}
                        words={undefined}
                      />
                    ),
                  },
                ]
              : []),
            {
              label: t`APR`,
              note: t`whole line drawn`,
              value: (
                <ExplainedFigure
                  text={percentage(line.aprPercentage)}
                  figure="aprWithMaintenancePercentage"
                  explain={explanationsIn(explanations)}
                  {...(monthlyRatePercentage === null && { names: { unitPeriod: null } })}
                />
              ),
            },
          ]}
        />
      </div>
      <div>
        <Badge tone={line.isAutoPaymentOn ? "info" : "neutral"}>
          {line.isAutoPaymentOn ? t`Auto payment on` : t`Auto payment off`}
        </Badge>
      </div>
    </Card>
  );
}
