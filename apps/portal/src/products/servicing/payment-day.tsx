import { chooseRetryDay, listArrangements, movePayment } from "@inlay/contracts/calls/payments.ts";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { messageOf } from "../../shared/language/words.ts";
import { useDoneBanner } from "../../shared/page/banners.tsx";
import { Heading } from "../../shared/page/heading.tsx";
import { type PortalSession, usePortalSession } from "../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { useDays } from "./use-servicing-words.ts";

/** The unpaid payments of a product with the days that can be chosen for them. */
export const arrangementsQuery = ({ ask }: PortalSession, issuedProductId: string) =>
  queryOptions({
    queryKey: ["arrangements", issuedProductId],
    queryFn: async () => (await ask(listArrangements, { params: { id: issuedProductId } })).payments,
    gcTime: 0,
  });

type PaymentDayProps = {
  product: { issuedProductId: string; today: string };
  kind: "RETRY_DAY" | "MOVE";
  readAgain: () => Promise<unknown>;
  onBack: () => void;
};

/** The owner chooses the day on which an overdue payment is tried again, or to which a coming one moves. Each day shows what it costs. */
export function PaymentDay({ product, kind, readAgain, onBack }: PaymentDayProps) {
  const { t } = useLingui();
  const session = usePortalSession();
  const { money } = useOfferFormats();
  const { day: dayWords } = useDays(product.today);
  const showDone = useDoneBanner();
  const { data: payments } = useSuspenseQuery(arrangementsQuery(session, product.issuedProductId));
  const isMove = kind === "MOVE";
  const payment = payments.find(({ retryDays, moveDays }) => (isMove ? moveDays : retryDays).length > 0);
  const days = payment ? (isMove ? payment.moveDays : payment.retryDays) : [];
  const [chosen, setChosen] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async (day: string) => {
      const params = { id: product.issuedProductId };
      const { obligationId = "", periodId = null } = payment ?? {};
      if (isMove) await session.ask(movePayment, { params, body: { obligationId, day } });
      else await session.ask(chooseRetryDay, { params, body: { obligationId, ...(periodId && { periodId }), day } });
      await readAgain();
    },
    onSuccess: (_, day) => {
      const words = dayWords(day);
      showDone(isMove ? t`The payment is moved to ${words}.` : t`We try again on ${words}.`);
      onBack();
    },
  });
  const title = isMove ? t`Move a payment` : t`Choose the day we try again`;
  const [amount, dueDay] = payment ? [money(payment.unpaidCents), dayWords(payment.dueOn)] : ["", ""];
  const chosenDay = chosen && dayWords(chosen);
  const label = chosenDay && (isMove ? t`Move to ${chosenDay}` : t`Try again on ${chosenDay}`);
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <Heading takesFocus>{title}</Heading>
        {payment && (
          <p className="max-w-[56ch] text-ink-soft">
            {isMove
              ? t`The payment of ${amount} due ${dueDay} can be moved once. The other payments stay as they are.`
              : t`The payment of ${amount} due ${dueDay} is tried again on the day you choose.`}
          </p>
        )}
      </div>
      {payment ? (
        <div className="max-w-[52ch]">
          <ChoiceField
            kind="one"
            label={title}
            isLabelHidden
            choices={days.map(({ day, interestCents }) => {
              const interest = money(interestCents);
              return {
                value: day,
                label: dayWords(day),
                description: interestCents > 0 ? t`${interest} more interest` : t`No extra cost`,
              };
            })}
            value={chosen}
            onChange={setChosen}
          />
        </div>
      ) : (
        <EmptyState title={t`No day can be chosen now`}>
          {isMove ? (
            <Trans>A payment can be moved before it is sent, and once in 90 days.</Trans>
          ) : (
            <Trans>The payment is being processed, or it cannot be tried again.</Trans>
          )}
        </EmptyState>
      )}
      <FormFooter
        primary={
          payment
            ? {
                label: label ?? t`Choose a day`,
                onPress: () => chosen && !save.isPending && save.mutate(chosen),
                busy: save.isPending,
                disabledReason: chosen ? null : t`Please choose a day.`,
              }
            : { label: t`Done`, onPress: onBack }
        }
        onBack={payment ? onBack : null}
        canSwitch={false}
      >
        {save.isError && (
          <Notice tone="error">
            <p>{messageOf(save.error)}</p>
          </Notice>
        )}
      </FormFooter>
    </div>
  );
}
