import { cancelPayoff } from "@inlay/contracts/calls/payments.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useBusiness } from "../../../shared/business/business-context.tsx";
import { useDoneBanner, useErrorBanner } from "../../../shared/page/banners.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";
import { useReadAgain } from "./use-term-loan.ts";

type ScheduledProps = { loan: TermLoanServicing; scheduled: NonNullable<TermLoanServicing["payoff"]["scheduled"]> };

/** A payoff that waits for its day, or is being processed. */
export function ScheduledPayoff({ loan, scheduled }: ScheduledProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { ask } = usePortalSession();
  const showError = useErrorBanner();
  const showDone = useDoneBanner();
  const readAgain = useReadAgain(loan.issuedProductId);
  const { business } = useBusiness();
  const [amount, day] = [money(scheduled.amountCents), useDays(loan.today).day(scheduled.effectiveDate)];
  const cancel = useMutation({
    mutationFn: async () => {
      await ask(cancelPayoff, { params: { id: loan.issuedProductId } });
      await readAgain();
    },
    onSuccess: () => showDone(t`The payoff is cancelled. Your schedule applies again.`),
    onError: (error) => showError(error),
  });
  return (
    <Notice tone="info" title={t`Early payoff scheduled`}>
      <p>
        {scheduled.isCancellable
          ? t`${amount} is taken on ${day}. Until it is sent you can cancel it.`
          : t`${amount} is taken on ${day}. It is being processed.`}
      </p>
      {scheduled.isCancellable && business.roles.includes("PRIMARY_OWNER") && (
        <Button variant="text" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          <Trans>Cancel the payoff</Trans>
        </Button>
      )}
    </Notice>
  );
}
