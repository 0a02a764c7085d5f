import { requestTrueUp } from "@inlay/contracts/calls/payments.ts";
import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../../../shared/language/words.ts";
import { useDoneBanner } from "../../../shared/page/banners.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays, useMayPay } from "../use-servicing-words.ts";
import { usePeriodWords, useReadAgain } from "./use-advance.ts";

type AdvanceProps = { advance: CashAdvanceServicing };
type TrueUp = CashAdvanceServicing["trueUps"][number];

const mostShown = 2;

/** The newest corrections of what was debited, each as its arithmetic, and the way to ask for one. */
export function TrueUps({ advance, onAsk }: AdvanceProps & { onAsk: () => void }) {
  const { t } = useLingui();
  const mayAsk = useMayPay();
  const answerDay = useAnswerDay();
  const { trueUps, trueUpRequest, canRequestTrueUp } = advance;
  const by = trueUpRequest && answerDay(trueUpRequest.answerBy);
  return (
    <>
      {trueUps
        .filter(({ outcome }) => outcome !== "NONE")
        .slice(0, mostShown)
        .map((trueUp) => (
          <OneTrueUp key={trueUp.id} advance={advance} trueUp={trueUp} />
        ))}
      {by ? (
        <Notice tone="info" title={t`You have asked for a true-up`}>
          <p>{t`We answer by ${by}.`}</p>
        </Notice>
      ) : (
        canRequestTrueUp &&
        mayAsk && (
          <div>
            <Button variant="text" onClick={onAsk}>
              <Trans>Ask for a true-up</Trans>
            </Button>
          </div>
        )
      )}
    </>
  );
}

function OneTrueUp({ advance, trueUp }: AdvanceProps & { trueUp: TrueUp }) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const words = usePeriodWords(advance);
  const { day } = useDays(advance.today);
  const { calledCents, dueCents, salesCents, outcome, madeOn } = trueUp;
  const [part, sales, period, madeDay] = [
    share(advance.repaymentPercentage),
    money(salesCents),
    words.period(trueUp),
    day(madeOn),
  ];
  const badges = {
    REFUND: t`Refunded`,
    NEXT_PERIOD: t`Added to the next payment`,
    REPLACED: t`Corrected`,
    NONE: t`Nothing to change`,
  };
  const results = {
    REFUND: t`Back to you, from ${madeDay}`,
    NEXT_PERIOD: t`Still to give`,
    REPLACED: t`Difference`,
    NONE: t`Difference`,
  };
  const reasons = {
    REFUND: t`Your sales had not reached us, or were told anew. They are known now.`,
    NEXT_PERIOD: t`Your sales had not reached us, or were told anew. They are known now.`,
    REPLACED: t`Your sales arrived before the estimate was taken, so only their share is.`,
    NONE: t`What was taken is the share of your sales.`,
  };
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="type-subheader">{t`True-up: ${period}`}</h2>
        <Badge tone={outcome === "NEXT_PERIOD" ? "info" : "success"}>{badges[outcome]}</Badge>
      </div>
      <p className="type-small">{reasons[outcome]}</p>
      <Receipt
        rows={[
          { label: outcome === "REPLACED" ? t`Estimate` : t`We took`, value: money(calledCents) },
          { label: t`${part} of ${sales}`, value: money(dueCents) },
          { label: results[outcome], value: money(Math.abs(dueCents - calledCents)), isTotal: true },
        ]}
      />
    </Card>
  );
}

function useAnswerDay(): (answerBy: string) => string {
  const { region } = useWords();
  return (answerBy) =>
    new Intl.DateTimeFormat(region, {
      weekday: "short",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZone: "America/New_York",
      timeZoneName: "short",
    }).format(new Date(answerBy));
}

/** Says what a true-up is before it is asked for. */
export function RequestTrueUp({ advance, onBack }: AdvanceProps & { onBack: () => void }) {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  const { ask } = usePortalSession();
  const showDone = useDoneBanner();
  const readAgain = useReadAgain(advance.issuedProductId);
  const answerDay = useAnswerDay();
  const part = share(advance.repaymentPercentage);
  const request = useMutation({
    mutationFn: async () => {
      const { trueUpRequest } = await ask(requestTrueUp, { params: { id: advance.issuedProductId } });
      await readAgain();
      return trueUpRequest;
    },
    onSuccess: ({ status, answerBy }) => {
      const by = answerDay(answerBy);
      showDone(status === "REQUESTED" ? t`We answer by ${by}.` : t`What was taken is checked against your sales.`);
      onBack();
    },
  });
  return (
    <div className="grid gap-6">
      <title>{t`Ask for a true-up`}</title>
      <Heading takesFocus>{t`Ask for a true-up`}</Heading>
      <div className="grid max-w-[56ch] gap-3">
        <p>{t`We compare what was taken with ${part} of your real sales, for each period.`}</p>
        <p>
          <Trans>
            If we took too much, it goes back to your account. If we took too little, it is added to the next payment.
            It costs nothing, and you can ask as often as you like.
          </Trans>
        </p>
        <p>
          <Trans>
            For sales that have reached us, this is done at once. For the others we answer within 2 banking days.
          </Trans>
        </p>
      </div>
      <FormFooter
        primary={{
          label: t`Ask for a true-up`,
          onPress: () => !request.isPending && request.mutate(),
          busy: request.isPending,
        }}
        onBack={onBack}
        canSwitch={false}
      >
        {request.isError && (
          <Notice tone="error">
            <p>{messageOf(request.error)}</p>
          </Notice>
        )}
      </FormFooter>
    </div>
  );
}
