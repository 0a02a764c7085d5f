import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useWords } from "../shared/language/words.ts";
import { OfferFigures, Prices } from "./offer-figures.tsx";
import { useOfferFormats } from "./offers/use-offer-formats.ts";

type Terms = TermsOf<"FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER">;
type Plan = Terms["offerPlans"][number];
type OfferPlansProps = {
  terms: Terms;
  words: (plan: Plan) => { received: string; rate: { label: string; value: string } | null };
};

/** A limit with its plans, each with the price of an advance of the whole limit. */
export function OfferPlans({ terms, words }: OfferPlansProps) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const { dollars } = useWords();
  const limit = money(terms.monthlyLimitAmountCents);
  const when = useWhen();
  return (
    <div className="grid gap-5">
      <div>
        <p className="type-small">
          <Trans>Monthly credit limit</Trans>
        </p>
        <p className="text-lead font-bold tabular-nums">{dollars(terms.monthlyLimitAmountCents)}</p>
      </div>
      <Prices>
        {terms.offerPlans.map((plan) => {
          const { received, rate } = words(plan);
          const repaid = when(plan);
          return (
            <OfferFigures
              key={plan.id}
              name={t`Repaid ${repaid}`}
              costCents={plan.totalCostCents}
              on={t`if you use all ${limit} at once`}
              apr={plan.apr}
              rows={[
                { label: received, value: money(plan.netDisbursementAmountCents) },
                { label: t`You repay`, value: money(plan.totalPaymentAmountCents), note: repaid },
                ...(rate ? [rate] : []),
                { label: t`Fee`, value: share(plan.transactionFeePercentage) },
              ]}
            />
          );
        })}
      </Prices>
    </div>
  );
}

function useWhen(): (plan: Plan) => string {
  const { t } = useLingui();
  return ({ repaymentWindow: window }) => {
    if (window.repaymentType === "FIXED_DURATION") {
      const days = window.repaymentDurationDays;
      return t`after ${days} days`;
    }
    if (window.repaymentType === "FIXED_DATE") {
      const day = window.monthlyRepaymentDay;
      return t`on day ${day} of the month`;
    }
    const { schedule } = window.repaymentSchedule;
    const count = schedule.length;
    const days = schedule.at(-1)?.repaymentDurationDays ?? 0;
    return t`in ${count} parts over ${days} days`;
  };
}
