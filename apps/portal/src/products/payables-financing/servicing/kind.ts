import { useLingui } from "@lingui/react/macro";
import type { InvoiceKind } from "../../servicing/invoices/invoice-kind.ts";

/** The business owes a bill, which is paid to its supplier now and repaid later. */
export function useKind(): InvoiceKind {
  const { t } = useLingui();
  return {
    isBill: true,
    value: t`Balance`,
    amountLabel: t`Invoice remaining balance`,
    partyLabel: t`Supplier`,
    payoutLabel: t`Paid to the supplier`,
    uploadHints: [
      t`The due date is not more than 5 days past.`,
      t`The invoice shows no past-due amount.`,
      t`The invoice shows its date and its due date.`,
    ],
    afterwards: t`The supplier is told that the payment comes from you. Repay early and part of the fee comes back.`,
    confirmed: t`We check the invoice within 1 banking day, and ask the supplier for an account if we do not have one. Then the money is on its way to the supplier.`,
  };
}
