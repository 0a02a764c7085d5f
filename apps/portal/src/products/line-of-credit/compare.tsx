import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { add } from "@inlay/lending/money/cents.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { ComparePage } from "../offers/compare-page.tsx";
import type { OfferView } from "../offers/offer-view.ts";
import { drawOf, drawToTry } from "./draw.ts";

/** The draw that the owner tries beside an offer that they have from elsewhere. */
export function LineOfCreditCompare({ offer, amountCents: chosenCents }: OfferView<"LOC_TERM_LOAN">) {
  const { t } = useLingui();
  const { amountCents } = drawToTry(offer, chosenCents);
  const draw = drawOf(offer, amountCents, plainWorksheet);
  return (
    <ComparePage
      lead={
        <>
          <Trans>
            The draw that you try beside an offer that you have from elsewhere. Type its figures, and we do the
            arithmetic the same way for both.
          </Trans>{" "}
          {draw.monthlyMaintenanceFeeCents > 0 && <Trans>The payments of the draw include the maintenance fee.</Trans>}
        </>
      }
      own={{
        name: t`A draw on your line`,
        subject: t`The draw`,
        costCents: draw.totalCostCents,
        apr: draw.aprWithMaintenancePercentage,
        amountCents,
        receivedCents: draw.netDisbursementAmountCents,
        payments: draw.schedule.map(({ dueOn, paymentCents }) => ({
          dueOn,
          amountCents: add(paymentCents, draw.monthlyMaintenanceFeeCents),
        })),
        frequency: "MONTHLY",
        isFixed: true,
      }}
      from={offer.pricedOn}
      firstFrequency="MONTHLY"
    />
  );
}
