import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import { useLingui } from "@lingui/react/macro";
import { useWords } from "../../shared/language/words.ts";
import { OfferFigures } from "../offer-figures.tsx";
import { useMonths, useOfferFormats } from "../offers/use-offer-formats.ts";

/** A limit. Only a draw has a price, so that of a draw of the whole limit is shown. */
export function LineOfCreditOffer({ terms }: { terms: TermsOf<"LOC_TERM_LOAN"> }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { dollars } = useWords();
  const inWords = useMonths();
  const months = terms.repaymentDurationDays / 30;
  const limit = money(terms.approvedLimitCents);
  const fee = money(terms.monthlyMaintenanceFeeCents);
  return (
    <OfferFigures
      costCents={terms.totalCostCents}
      on={t`if you draw all ${limit} at once`}
      apr={terms.apr}
      rows={[
        { label: t`Your limit`, value: dollars(terms.approvedLimitCents) },
        { label: t`You receive`, value: money(terms.netDisbursementAmountCents) },
        {
          label: t`You pay`,
          value: money(terms.monthlyPayment),
          note:
            terms.monthlyMaintenanceFeeCents > 0
              ? t`a month, ${months} times, plus ${fee}`
              : t`a month, ${months} times`,
        },
        { label: t`You have each draw for`, value: inWords(months) },
        { label: t`Fee of the draw`, value: money(terms.feeAmountCents) },
        ...(terms.monthlyMaintenanceFeeCents > 0 ? [{ label: t`Maintenance fee`, value: fee, note: t`a month` }] : []),
      ]}
    />
  );
}
