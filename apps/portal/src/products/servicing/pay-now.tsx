import { cancelPayNow, payNow, quotePayNow } from "@inlay/contracts/calls/payments.ts";
import type { PayNowPending, WhyNotPayNow } from "@inlay/contracts/servicing/pay-now.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Receipt, type ReceiptRow } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ApiError } from "../../shared/api/api.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { useErrorBanner } from "../../shared/page/banners.tsx";
import { Heading } from "../../shared/page/heading.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { useAccountWords, useDays, useMayPay } from "./use-servicing-words.ts";

/** A product whose due payments are made at once. */
type Payable = { issuedProductId: string; today: string; account: { name: string; last4: string } | null };

/** What is overdue, line by line, and its sum, each with the way to how it was computed. */
export type DueLines = {
  totalCents: number;
  rows: readonly ReceiptRow[];
  total: (size?: "figure") => ReactNode;
};

type PayNowProps = {
  product: Payable;
  /** It is shown if it is what the server quotes. */
  overdue: DueLines | null;
  readAgain: () => Promise<unknown>;
  onBack: () => void;
};

/** Confirms the payment of everything that is due, and says that it is on its way. The server quotes and checks the amount. */
export function PayNow({ product, overdue, readAgain, onBack }: PayNowProps) {
  const { t } = useLingui();
  const { money, parts } = useOfferFormats();
  const { issuedProductId, today } = product;
  const { day } = useDays(today);
  const { ask, report } = usePortalSession();
  const account = useAccountWords()(product.account);
  useEffect(() => report({ eventType: "PAY_NOW_CLICKED", issuedProductId }), [report, issuedProductId]);
  const { data: quote, refetch } = useSuspenseQuery({
    queryKey: ["pay now", issuedProductId],
    queryFn: async () => (await ask(quotePayNow, { params: { id: issuedProductId } })).payNowQuote,
    gcTime: 0,
  });
  const { amountCents, effectiveDate, repaymentCents, feeCents } = quote;
  const pay = useMutation({
    mutationFn: () => ask(payNow, { params: { id: issuedProductId }, body: { amountCents, effectiveDate } }),
    onError: () => void refetch(),
  });
  const [amount, takenDay] = [money(amountCents), day(effectiveDate)];
  if (pay.isSuccess) {
    const leave = () => void readAgain().then(onBack);
    return (
      <div className="grid gap-6">
        <title>{t`Your payment is on its way`}</title>
        <Heading takesFocus>{t`Your payment is on its way`}</Heading>
        <Card className="grid max-w-[52ch] gap-4">
          <Receipt
            rows={[
              { label: t`Amount`, value: amount },
              { label: t`Taken on`, value: takenDay },
              ...(account ? [{ label: t`From`, value: account }] : []),
            ]}
          />
        </Card>
        <p className="text-ink-soft">
          <Trans>We tell you when it has arrived. Nothing else is taken for these payments meanwhile.</Trans>
        </p>
        <FormFooter primary={{ label: t`Done`, onPress: leave }} canSwitch={false} />
      </div>
    );
  }
  const lines = overdue && overdue.totalCents === amountCents ? overdue : null;
  return (
    <div className="grid gap-6">
      <title>{t`Pay now`}</title>
      <div className="grid gap-2">
        <Heading takesFocus>{t`Pay now`}</Heading>
        <p className="max-w-[56ch] text-ink-soft">
          <Trans>You authorize one payment of exactly this amount. It is tried once.</Trans>
        </p>
      </div>
      <Card className="grid max-w-[52ch] gap-4">
        <div>
          <p className="type-small">{account ? t`To pay on ${takenDay} from ${account}` : t`To pay on ${takenDay}`}</p>
          {lines ? lines.total("figure") : <Figure amount={parts(amountCents)} size="figure" />}
        </div>
        <Receipt
          rows={[
            ...(lines
              ? lines.rows
              : [
                  { label: t`Payments`, value: money(repaymentCents) },
                  ...(feeCents > 0 ? [{ label: t`Fees`, value: money(feeCents) }] : []),
                ]),
            { label: t`Total`, value: lines ? lines.total() : amount, isTotal: true },
          ]}
        />
      </Card>
      <FormFooter
        primary={{
          label: t`Pay ${amount} on ${takenDay}`,
          onPress: () => !pay.isPending && pay.mutate(),
          busy: pay.isPending,
          disabledReason: product.account ? null : t`There is no bank account that can be debited.`,
        }}
        onBack={onBack}
        canSwitch={false}
      >
        {pay.isError && (
          <Notice tone="error">
            <p>
              {isChanged(pay.error) ? (
                <Trans>What is due, or the day of the payment, has changed. Please check it again.</Trans>
              ) : (
                <Trans>
                  There was a problem processing your payment. Our team has been notified and will be investigating
                  further.
                </Trans>
              )}
            </p>
          </Notice>
        )}
      </FormFooter>
    </div>
  );
}

const isChanged = (error: unknown): boolean => error instanceof ApiError && error.code === "PAY_NOW_CHANGED";

type PendingProps = {
  product: Payable;
  pending: PayNowPending;
  readAgain: () => Promise<unknown>;
};

/** A payment of what was due that a person has ordered. Money is on its way until it has settled. */
export function PendingPayNow({ product, pending, readAgain }: PendingProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { ask } = usePortalSession();
  const showError = useErrorBanner();
  const canPay = useMayPay();
  const [amount, day] = [money(pending.amountCents), useDays(product.today).day(pending.effectiveDate)];
  const cancel = useMutation({
    mutationFn: async () => {
      await ask(cancelPayNow, { params: { id: product.issuedProductId } });
      await readAgain();
    },
    onError: (error) => showError(error),
  });
  return (
    <Notice tone="info" title={t`Your payment of ${amount} is on its way`}>
      <p>{t`It is taken on ${day}. We tell you when it has arrived.`}</p>
      {pending.isCancellable && canPay && (
        <Button variant="text" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          <Trans>Cancel this payment</Trans>
        </Button>
      )}
    </Notice>
  );
}

/** Why what is due cannot be paid at once, as the button says it. */
export function useWhyNotPayNow(): (why: WhyNotPayNow) => string | null {
  const { t } = useLingui();
  return (why) => {
    switch (why) {
      case null:
      case "PAY_NOW_NOTHING_DUE":
        return null;
      case "PAY_NOW_ALREADY_ORDERED":
        return t`You have already ordered a payment of what is due.`;
      case "PAY_NOW_PAYMENT_PENDING":
        return t`A payment of what is due is being processed.`;
      case "PAY_NOW_NO_ACCOUNT":
        return t`There is no bank account that can be debited.`;
    }
  };
}
