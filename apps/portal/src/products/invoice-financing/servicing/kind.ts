import { useLingui } from "@lingui/react/macro";
import type { InvoiceKind } from "../../servicing/invoices/invoice-kind.ts";

/** The business has sent an invoice and receives a part of it before its customer pays. */
export function useKind(): InvoiceKind {
  const { t } = useLingui();
  return {
    isBill: false,
    value: t`Invoice value`,
    amountLabel: t`Total invoice amount`,
    partyLabel: t`Customer`,
    payoutLabel: t`You receive`,
    uploadHints: [
      t`The due date is at least 5 days ahead.`,
      t`The invoice shows its date, and its due date or net terms.`,
    ],
    afterwards: t`Your customer pays you as always. Repay early and part of the fee comes back.`,
    confirmed: t`We check the invoice within 1 banking day. Then the money is on its way to your account.`,
  };
}
