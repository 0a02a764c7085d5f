import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useAccountWords, useDays } from "../use-servicing-words.ts";
import { AdvanceFigure } from "./advance-figure.tsx";
import { usePeriodWords } from "./use-advance.ts";

/** The next share of sales: how much, or about how much, and when it is taken from where. */
export function NextPayment({ advance }: { advance: CashAdvanceServicing }) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const { day } = useDays(advance.today);
  const words = usePeriodWords(advance);
  const account = useAccountWords()(advance.account);
  const { nextPayment, isAutoPaymentOn } = advance;
  const part = share(advance.repaymentPercentage);
  const reason = () => {
    if (!nextPayment) return null;
    const [sales, carried] = [money(nextPayment.salesCents ?? 0), money(nextPayment.carriedCents)];
    const period = words.period(nextPayment);
    if (nextPayment.salesCents === null)
      return t`${period}: an estimate from your average sales. You give ${part} of what you really sell.`;
    return nextPayment.carriedCents > 0
      ? t`${period}: ${part} of ${sales}, and ${carried} from a true-up.`
      : t`${period}: ${part} of ${sales}.`;
  };
  const taken = () => {
    const takenDay = nextPayment && day(nextPayment.takenOn ?? nextPayment.paymentOn);
    if (!takenDay) return null;
    if (nextPayment.isOnItsWay) return t`Taken ${takenDay}, being processed`;
    return account && isAutoPaymentOn ? t`Taken ${takenDay} from ${account}` : t`Due ${takenDay}`;
  };
  return (
    <Card className="grid gap-2">
      <h2 className="type-small">
        <Trans>Next payment</Trans>
      </h2>
      {nextPayment ? (
        <>
          <p className="text-lead font-semibold">
            {nextPayment.isEstimated && `${t`Est.`} `}
            <AdvanceFigure
              figure="nextPaymentCents"
              cents={nextPayment.amountCents}
              explanations={advance.explanations}
              words={
                nextPayment.salesCents === null
                  ? t`The estimated payment, and never more than what is left.`
                  : t`The share of the sales of these days, less what has been delivered of it.`
              }
              names={{ fromCents: t`Share of sales` }}
            />
          </p>
          <p className="type-small">{taken()}</p>
          <p className="type-small">{reason()}</p>
        </>
      ) : (
        <p>
          <Trans>No payment is to come.</Trans>
        </p>
      )}
      <div>
        <Badge tone={isAutoPaymentOn ? "info" : "neutral"}>
          {isAutoPaymentOn ? t`Auto payment on` : t`Auto payment off`}
        </Badge>
      </div>
    </Card>
  );
}
