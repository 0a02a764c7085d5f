import type { InvoiceLine, ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import type { WhyNotUpload } from "@inlay/lending/servicing/invoice-actions.ts";
import { useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays } from "../use-servicing-words.ts";

/** Why nothing can be uploaded, as the button says it. */
export function useWhyNotUpload(): (why: WhyNotUpload | null) => string | null {
  const { t } = useLingui();
  return (why) => {
    switch (why) {
      case null:
        return null;
      case "LIMIT_USED":
        return t`Your remaining limit is $0. You will be able to upload another invoice when your limit refreshes.`;
      case "LATE":
        return t`A payment is late. Once it is paid you can upload invoices again.`;
      case "DEFAULTED":
        return t`This financing is in default, so no invoice can be uploaded.`;
      case "SUSPENDED":
        return t`This line is paused, so no invoice can be uploaded. Our staff have told you why.`;
      case "CLOSED":
        return t`This financing is closed, so no invoice can be uploaded.`;
    }
  };
}

/** The name of an invoice in lists: its number and its other party, or its file. */
export const invoiceName = ({
  platformInvoiceNumber,
  payor,
  payee,
  invoiceFileName,
  invoiceIdentifier,
}: ShownInvoice): string =>
  [platformInvoiceNumber, partyName(payor ?? payee)].filter(Boolean).join(" · ") ||
  (invoiceFileName ?? invoiceIdentifier ?? "");

export const partyName = (party: ShownInvoice["payor"]): string | null =>
  party && (party.businessName ?? ([party.firstName, party.lastName].filter(Boolean).join(" ") || null));

/** The days on which an invoice was uploaded, in New York. */
export const uploadDay = ({ createdAt }: Pick<ShownInvoice, "createdAt">): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date(createdAt));

/** What happens next with an invoice, or what has happened last. */
export function useWhatIsNext({ today }: Pick<InvoiceLine, "today">): (invoice: ShownInvoice) => string | null {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(today);
  return (invoice) => {
    const { displayStatus, parts, payeeAccount, repaymentAmountCents, rejectionReason, repaidOn } = invoice;
    const open = parts.find(({ unpaidCents }) => unpaidCents > 0);
    const [amount, dueDay] = [money(open?.unpaidCents ?? 0), day(open?.takenOn ?? open?.dueOn ?? today)];
    switch (displayStatus) {
      case "LATE":
        return open ? t`${amount} was due on ${dueDay}` : null;
      case "ACTIVE":
        return open ? t`Repay ${amount} on ${dueDay}` : null;
      case "PENDING":
        return open ? t`${amount} is being repaid` : null;
      case "IN REVIEW":
      case "PROCESSING":
        return payeeAccount?.status === "WANTED"
          ? t`We ask the supplier for an account`
          : t`We answer within 1 banking day`;
      case "PAID": {
        const [paid, paidDay] = [money(repaymentAmountCents ?? 0), repaidOn && day(repaidOn)];
        return paidDay ? t`${paid} repaid on ${paidDay}` : null;
      }
      case "REJECTED":
        return rejectionReason;
      case "CANCELLED":
        return null;
    }
  };
}
