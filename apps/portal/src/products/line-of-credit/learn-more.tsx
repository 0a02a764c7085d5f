import { explained, plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { fullDrawCost } from "@inlay/lending/products/line-of-credit/quote.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { DetailPage } from "../offers/detail-page.tsx";
import { ExplainedFigure } from "../offers/explained-figure.tsx";
import type { OfferView } from "../offers/offer-view.ts";
import { Price } from "../offers/price.tsx";
import { useMonths, useOfferFormats } from "../offers/use-offer-formats.ts";
import { useLineWords } from "./line-words.ts";
import { PaymentTable } from "./payment-table.tsx";

/** The total cost if the whole line is drawn at once and kept open for twelve months. */
export function LineOfCreditLearnMore({ offer }: OfferView<"LOC_TERM_LOAN">) {
  const { t } = useLingui();
  const { money, minus } = useOfferFormats();
  const { whole, chargeName, charge, fee, maintenance, apr, inputNames, isFlatCharge } = useLineWords(offer);
  const limitCents = offer.pricing.approvedLimitCents;
  const limit = money(limitCents);
  const costCents = fullDrawCost(offer.pricing, plainWorksheet);
  const upkeep = money(whole.monthlyMaintenanceFeeCents);
  const term = useMonths()(Math.round(offer.pricing.durationDays / 30));
  const withApr = <span className="whitespace-nowrap">{t`APR ${apr}`}</span>;
  return (
    <DetailPage
      title={t`What your line of credit costs`}
      lead={
        maintenance ? (
          <Trans>If you draw all {limit} at once, repay it as agreed, and pay maintenance fees for 12 months.</Trans>
        ) : (
          <Trans>If you draw all {limit} at once and repay it as agreed.</Trans>
        )
      }
    >
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <Card className="grid gap-5">
          <Price label={t`Total cost`} costCents={costCents} apr={whole.aprWithMaintenancePercentage} />
          <Receipt
            rows={[
              {
                label: chargeName,
                note: (
                  <>
                    {charge} · {withApr}
                  </>
                ),
                value: money(whole.interestCents),
              },
              {
                label: t`Draw fee`,
                note: (
                  <>
                    {fee} · {withApr}
                  </>
                ),
                value: money(whole.feeAmountCents),
              },
              ...(maintenance
                ? [
                    {
                      label: t`Maintenance, 12 × ${upkeep}`,
                      note: (
                        <>
                          {maintenance.basis} · {withApr}
                        </>
                      ),
                      value: money(whole.monthlyMaintenanceFeeCents * 12),
                    },
                  ]
                : []),
              {
                label: t`Total cost`,
                note: withApr,
                value: (
                  <ExplainedFigure
                    figure="totalCostCents"
                    text={money(costCents)}
                    explain={() => explained((write) => fullDrawCost(offer.pricing, write)).explanations}
                    names={inputNames}
                  />
                ),
                isTotal: true,
              },
            ]}
          />
          <hr className="border-line" />
          <Receipt
            rows={[
              { label: t`You draw`, value: limit },
              { label: t`Draw fee`, value: minus(whole.feeAmountCents) },
              { label: t`You receive`, value: money(whole.netDisbursementAmountCents), isTotal: true },
            ]}
          />
          {maintenance && (
            <p className="type-small">
              <Trans>
                The APR counts the maintenance fees of the months in which the draw is repaid. The total cost counts 12
                of them, because the line stays open.
              </Trans>
            </p>
          )}
        </Card>
        <Card className="grid gap-4">
          <h2 className="type-subheader">
            <Trans>All payments of the draw</Trans>
          </h2>
          <PaymentTable offer={offer} amountCents={limitCents} />
          <p className="type-small">
            {isFlatCharge ? (
              <Trans>
                If you pay a draw off early, you pay at most one more month of the flat charge and save the rest. There
                is no fee for it.
              </Trans>
            ) : (
              <Trans>
                If you pay a draw off early, you pay at most one more month of interest and save the rest. There is no
                fee for it.
              </Trans>
            )}
          </p>
          <p className="type-small">
            <Trans>You can draw for {term}. What you repay, you can draw again.</Trans>
          </p>
        </Card>
      </div>
    </DetailPage>
  );
}
