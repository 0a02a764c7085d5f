import { saysFlatCharge } from "@inlay/lending/disclosures/flat-charge.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { monthsOf } from "@inlay/lending/mechanics/installments/installment.ts";
import { useLingui } from "@lingui/react/macro";
import type { InputNames } from "../offers/explained-figure.tsx";
import { useMonths, useOfferFormats } from "../offers/use-offer-formats.ts";
import { drawOf, type Line } from "./draw.ts";

/** The prices of a line in words. Where California's law applies, its interest is a flat charge, and no monthly rate is shown. */
export function useLineWords(line: Line) {
  const { t } = useLingui();
  const { money, percentage, share } = useOfferFormats();
  const inWords = useMonths();
  const { pricing, state } = line;
  const months = monthsOf(pricing.repaymentDurationDays);
  const whole = drawOf(line, pricing.approvedLimitCents, plainWorksheet);
  const isFlatCharge = saysFlatCharge(state);
  const chargeName = isFlatCharge ? t`Flat charge` : t`Interest`;
  const charged = share(whole.effectiveRatePercentage);
  const monthly = percentage(whole.monthlyRatePercentage);
  const yearly = share(pricing.interestRatePercentage);
  const feeShare = share(pricing.feePercentage);
  const maintenance = money(whole.monthlyMaintenanceFeeCents);
  const ofLine = share(pricing.locMaintenanceFeePercentage);
  const rates = isFlatCharge ? [t`${charged} of the draw`] : [t`${monthly} a month`, t`${yearly} a year`];
  return {
    /** The draw of the whole line. */
    whole,
    months,
    term: inWords(months),
    isFlatCharge,
    chargeName,
    rates,
    charge: rates.join(" · "),
    /** What the charge of a draw is, as its derivation says it. */
    chargeWords: isFlatCharge ? t`A flat charge of ${charged} of the draw.` : null,
    fee: t`${feeShare} of the draw`,
    /** The fee that keeps the line open; null if there is none. */
    maintenance:
      whole.monthlyMaintenanceFeeCents === 0
        ? null
        : {
            amount: maintenance,
            aMonth: t`${maintenance} a month`,
            basis:
              pricing.locMaintenanceFeeDisplayType === "PERCENTAGE"
                ? t`${ofLine} of the line, for keeping it open`
                : t`For keeping the line open`,
          },
    apr: percentage(whole.aprWithMaintenancePercentage),
    /** A flat charge is derived without the rates that it is computed from. */
    inputNames: (isFlatCharge
      ? { interestCents: chargeName, interestRatePercentage: null, unitPeriod: null }
      : {}) satisfies InputNames as InputNames,
  };
}
