import type { InvoiceLine, ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { useDays } from "../use-servicing-words.ts";
import { uploadDay, useWhatIsNext } from "./use-invoice-words.ts";

type Stop = ComponentProps<typeof Timeline>["stops"][number];

/** The place of each state in the life of an invoice. */
const places: Record<ShownInvoice["state"], number> = {
  WAITING_FOR_PARSING: 1,
  IN_REVIEW: 1,
  PENDING_FUND_DISPERSEMENT: 2,
  WAITING_FOR_REPAYMENT: 3,
  LATE: 3,
  DEFAULTED: 3,
  CLOSED_INVOICE: 4,
  REJECTED: 1,
};

/** What has happened with an invoice, and what comes next. */
export function InvoiceTimeline({
  line,
  invoice,
  isBill,
}: {
  line: InvoiceLine;
  invoice: ShownInvoice;
  isBill: boolean;
}) {
  const { t } = useLingui();
  const { day } = useDays(line.today);
  const whatIsNext = useWhatIsNext(line)(invoice);
  const { state, isCancelled, reviewedAt, repaidOn } = invoice;
  const at = places[state];
  const reviewed = reviewedAt && day(uploadDay({ createdAt: reviewedAt }));
  const uploaded = { label: t`Uploaded`, detail: day(uploadDay(invoice)) };
  const ways = [
    uploaded,
    { label: t`Checked`, detail: at > 1 ? reviewed : whatIsNext },
    { label: isBill ? t`Paid to the supplier` : t`Paid to you`, detail: at === 2 ? whatIsNext : null },
    { label: t`Repaid`, detail: at === 3 ? whatIsNext : repaidOn && day(repaidOn) },
  ];
  const stateOf = (index: number): Stop["state"] => (index < at ? "DONE" : index === at ? "NOW" : "LATER");
  const ended = { label: isCancelled ? t`Cancelled` : t`Rejected`, detail: whatIsNext, state: "NOW" } as const;
  const stops: Stop[] =
    state === "REJECTED"
      ? [{ ...uploaded, state: "DONE" }, ended]
      : ways.map((stop, index) => ({ ...stop, state: stateOf(index) }));
  return <Timeline stops={stops} doneLabel={t`Done`} />;
}
