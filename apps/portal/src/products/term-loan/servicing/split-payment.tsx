import type { Answer } from "@inlay/contracts/call.ts";
import { quoteSplitPayment, splitPayment } from "@inlay/contracts/calls/payments.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { areSplitDays } from "@inlay/lending/servicing/split.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { Select } from "@inlay/ui/fields/select.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../shared/api/api.ts";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { messageOf } from "../../../shared/language/words.ts";
import { Heading } from "../../../shared/page/heading.tsx";
import { type PortalSession, usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { AuthorizationText } from "../../servicing/authorization-text.tsx";
import { useDays } from "../../servicing/use-servicing-words.ts";
import { LoanFigure } from "./loan-figure.tsx";
import { useReadAgain } from "./use-term-loan.ts";

type Days = { firstDay: string; secondDay: string } | null;

/** The oldest overdue payment in two parts, on the chosen days or the first ones that are possible. */
export const splitQuery = ({ ask }: PortalSession, issuedProductId: string, days: Days) =>
  queryOptions({
    queryKey: ["split payment", issuedProductId, days],
    queryFn: async () =>
      (await ask(quoteSplitPayment, { params: { id: issuedProductId }, query: { ...days } })).splitQuote,
    gcTime: 0,
  });
type SplitQuote = Answer<typeof quoteSplitPayment>["splitQuote"];

type SplitPaymentProps = { loan: TermLoanServicing; onBack: () => void };

/** The owner pays an overdue payment in two parts: their days, what that costs, and the authorization of both debits. */
export function SplitPayment({ loan, onBack }: SplitPaymentProps) {
  const { t } = useLingui();
  const session = usePortalSession();
  const { issuedProductId } = loan;
  const [days, setDays] = useState<Days>(null);
  const quote = useQuery({ ...splitQuery(session, issuedProductId, days), placeholderData: keepPreviousData });
  const readAgain = useReadAgain(issuedProductId);
  const split = useMutation({
    mutationFn: async ({ obligationId, parts: [first, second] }: SplitQuote) => {
      if (!first || !second) throw new Error("A split payment has two parts.");
      await session.ask(splitPayment, {
        params: { id: issuedProductId },
        body: { obligationId, parts: [first, second] },
      });
    },
    onError: () => void quote.refetch(),
  });
  const title = t`Split it in two`;
  const leave = () => void readAgain().then(onBack);
  if (split.isSuccess) return <IsSplit loan={loan} quote={split.variables} onDone={leave} />;
  // The figures of other days stay in view while those of the chosen ones are read, and cannot be confirmed.
  const isCurrent = quote.isSuccess && !quote.isPlaceholderData;
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <Heading takesFocus>{title}</Heading>
        <p className="max-w-[56ch] text-ink-soft">
          <Trans>One half on each of two days. The days are in different weeks.</Trans>
        </p>
      </div>
      {quote.data ? (
        <>
          <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
            <PartDays loan={loan} quote={quote.data} onChange={setDays} />
            <Parts loan={loan} quote={quote.data} />
          </div>
          <AuthorizationText text={quote.data.authorization.text} />
        </>
      ) : quote.isError ? (
        <Notice tone="error">
          <p>{messageOf(quote.error)}</p>
          <p>
            <Trans>You can still pay it now, choose the day we try again, or write to us.</Trans>
          </p>
        </Notice>
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
      <FormFooter
        primary={
          quote.isError && !quote.data
            ? { label: t`Done`, onPress: leave }
            : {
                label: t`Authorize both debits`,
                onPress: () => isCurrent && !split.isPending && split.mutate(quote.data),
                busy: split.isPending || quote.isFetching,
              }
        }
        onBack={quote.data ? onBack : null}
        canSwitch={false}
      >
        {split.isError && (
          <Notice tone="error">
            <p>
              {isChanged(split.error) ? (
                <Trans>The amounts or the days have changed. Please check them again.</Trans>
              ) : (
                messageOf(split.error)
              )}
            </p>
          </Notice>
        )}
      </FormFooter>
    </div>
  );
}

const isChanged = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "SPLIT_CHANGED" || error.code === "PAYMENT_DAY_NOT_OFFERED");

type QuoteProps = { loan: TermLoanServicing; quote: SplitQuote };

/** The days of both parts. The second is in a later week than the first, as the network of debits asks for. */
function PartDays({ loan, quote, onChange }: QuoteProps & { onChange: (days: Days) => void }) {
  const { t } = useLingui();
  const { day } = useDays(loan.today);
  const { parts, splitDays } = quote;
  const [first, second] = [parts[0]?.day ?? "", parts[1]?.day ?? ""];
  const laterThan = (one: string) => splitDays.filter((other) => areSplitDays(splitDays, [one, other]));
  const options = (days: readonly string[]) => days.map((value) => ({ value, label: day(value) }));
  const choose = (firstDay: string) => {
    const later = laterThan(firstDay);
    const secondDay = later.includes(second) ? second : later[0];
    if (secondDay) onChange({ firstDay, secondDay });
  };
  return (
    <Card className="grid gap-4">
      <Select
        label={t`First half`}
        options={options(splitDays.filter((one) => laterThan(one).length > 0))}
        value={first}
        onChange={choose}
        placeholder={t`Choose a day`}
      />
      <Select
        label={t`Second half`}
        options={options(laterThan(first))}
        value={second}
        onChange={(secondDay) => onChange({ firstDay: first, secondDay })}
        placeholder={t`Choose a day`}
      />
    </Card>
  );
}

/** What is debited on which day, and what the delay costs. */
function Parts({ loan, quote }: QuoteProps) {
  const { t } = useLingui();
  const { day } = useDays(loan.today);
  const { parts, interestCents, explanations } = quote;
  const last4 = quote.accountNumberLast4;
  const totalCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <Card className="grid gap-3">
      <Receipt
        rows={[
          ...parts.map(({ amountCents, day: on }, at) => ({
            label: day(on),
            value: (
              <LoanFigure
                figure={`part${at + 1}Cents`}
                cents={amountCents}
                explanations={explanations}
                words={
                  at === 0 ? t`Half of what is unpaid. An odd cent is in this half.` : t`What the first half leaves.`
                }
                names={{ unpaidCents: t`Unpaid`, fromCents: t`Unpaid`, firstHalfCents: t`First half` }}
              />
            ),
          })),
          {
            label: t`Total`,
            value: (
              <LoanFigure
                figure="unpaidCents"
                cents={totalCents}
                explanations={explanations}
                words={t`What is unpaid of this payment.`}
              />
            ),
            isTotal: true,
          },
        ]}
      />
      <p className="type-small">
        {interestCents > 0 ? <MoreInterest cents={interestCents} /> : <Trans>No extra cost</Trans>}
      </p>
      <p className="type-small">{t`From your account •••• ${last4}`}</p>
    </Card>
  );
}

function MoreInterest({ cents }: { cents: number }) {
  const interest = useOfferFormats().money(cents);
  return <Trans>The delay costs {interest} more interest.</Trans>;
}

function IsSplit({ loan, quote, onDone }: QuoteProps & { onDone: () => void }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-6">
      <title>{t`Your payment is split`}</title>
      <Heading takesFocus>{t`Your payment is split`}</Heading>
      <div className="max-w-[52ch]">
        <Parts loan={loan} quote={quote} />
      </div>
      <p className="max-w-[56ch] text-ink-soft">
        <Trans>Both parts are taken on their days. The earlier debits of this payment are not tried again.</Trans>
      </p>
      <FormFooter primary={{ label: t`Done`, onPress: onDone }} canSwitch={false} />
    </div>
  );
}
