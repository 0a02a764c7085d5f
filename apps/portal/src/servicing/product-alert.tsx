import type { HomeProduct } from "@inlay/contracts/servicing/home.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../products/offers/use-offer-formats.ts";
import { useWords } from "../shared/language/words.ts";

/** The alert of a product that is not over. Those about offers and missing information are not of a product (elsewhere.tsx). */
export function ProductAlert({ product: { alert, nextPayment } }: { product: HomeProduct }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useWords();
  const payoff = nextPayment?.kind === "PAYOFF" ? nextPayment : null;
  const amount = money(payoff?.amountCents ?? 0);
  const on = payoff ? day(payoff.dueDate) : "";
  switch (alert) {
    case "EARLY_PAYOFF_SCHEDULED":
      return (
        <Notice tone="info" title={t`Early payoff scheduled`}>
          {payoff ? t`${amount} is taken on ${on}.` : t`The money is on its way.`}
        </Notice>
      );
    case "REPAYMENTS_PROCESSING":
      return (
        <Notice tone="info" title={t`Repayments being processed`}>
          {t`The money is on its way. It counts as paid once it has settled.`}
        </Notice>
      );
    case "LATE":
      return (
        <Notice tone="warning" title={t`Late`}>
          {t`A payment is more than 5 days late.`}
        </Notice>
      );
    case "DEFAULTED":
      return (
        <Notice tone="warning" title={t`Defaulted`}>
          {t`What is owed can still be paid. Write to us to agree on how.`}
        </Notice>
      );
    case "LIMIT_USED":
      return (
        <Notice tone="info" title={t`Maximum credit limit used`}>
          {t`Your limit refreshes as you pay.`}
        </Notice>
      );
    default:
      return null;
  }
}
