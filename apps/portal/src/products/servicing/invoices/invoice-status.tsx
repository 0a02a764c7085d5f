import type { ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { useLingui } from "@lingui/react/macro";

const tones = {
  LATE: "warning",
  ACTIVE: "info",
  PENDING: "info",
  "IN REVIEW": "neutral",
  PROCESSING: "neutral",
  PAID: "success",
  REJECTED: "error",
  CANCELLED: "neutral",
} as const;

/** The status of an invoice as a badge. */
export function InvoiceStatus({ status }: { status: ShownInvoice["displayStatus"] }) {
  const { t } = useLingui();
  const words = {
    LATE: t`LATE`,
    ACTIVE: t`ACTIVE`,
    PENDING: t`PENDING`,
    "IN REVIEW": t`IN REVIEW`,
    PROCESSING: t`PROCESSING`,
    PAID: t`PAID`,
    REJECTED: t`REJECTED`,
    CANCELLED: t`CANCELLED`,
  };
  return <Badge tone={tones[status]}>{words[status]}</Badge>;
}
