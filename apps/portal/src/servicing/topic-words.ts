import type { NotificationTopic } from "@inlay/lending/servicing/notifications.ts";
import { useLingui } from "@lingui/react/macro";

/** What the emails of a topic are called, and when they come. */
export function useTopicWords(): (topic: NotificationTopic) => { name: string; about: string } {
  const { t } = useLingui();
  const words: Record<NotificationTopic, { name: string; about: string }> = {
    REPAYMENT_REMINDER: {
      name: t`Payment reminders`,
      about: t`Three banking days before a payment is taken.`,
    },
    PAYMENT_MADE: { name: t`Payments made`, about: t`When a payment has gone through.` },
    MONEY_SENT: { name: t`Money sent to you`, about: t`When money was paid out or sent back.` },
    FUNDING_REQUEST: {
      name: t`Requests for money`,
      about: t`When a draw or an invoice has come in, or is being looked at.`,
    },
    PAYMENT_PROBLEM: { name: t`Missed payments`, about: t`When a payment does not go through or is late.` },
    TERMS_CHANGED: { name: t`Changed amounts and days`, about: t`Fees, payoffs, and payments on other days.` },
    FUNDING_REFUSED: { name: t`Refused requests`, about: t`When a draw or an invoice is refused.` },
  };
  return (topic) => words[topic];
}
