import type { ServicedDraw, ServicedDrawPayment } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { useLingui } from "@lingui/react/macro";

const drawTones = {
  PENDING: "info",
  CURRENT: "success",
  ACTIVE: "success",
  PAID_OFF: "neutral",
  PAID: "neutral",
  DEFAULTED: "error",
  LATE: "warning",
  REJECTED: "neutral",
} as const;

/** The status of a draw as a badge. */
export function DrawStatus({ status }: { status: ServicedDraw["historyStatus"] }) {
  const { t } = useLingui();
  const words = {
    PENDING: t`PENDING`,
    CURRENT: t`CURRENT`,
    ACTIVE: t`ACTIVE`,
    PAID_OFF: t`PAID OFF`,
    PAID: t`PAID`,
    DEFAULTED: t`DEFAULTED`,
    LATE: t`LATE`,
    REJECTED: t`REJECTED`,
  };
  return <Badge tone={drawTones[status]}>{words[status]}</Badge>;
}

const paymentTones = {
  SCHEDULED: "neutral",
  PROCESSING: "info",
  PENDING: "info",
  PAID: "success",
  FAILED: "warning",
  REJECTED: "warning",
  CANCELLED: "neutral",
} as const;

/** The status of a payment of a draw as a badge. */
export function DrawPaymentStatus({ status }: { status: ServicedDrawPayment["drawStatus"] }) {
  const { t } = useLingui();
  const words = {
    SCHEDULED: t`SCHEDULED`,
    PROCESSING: t`PROCESSING`,
    PENDING: t`PENDING`,
    PAID: t`PAID`,
    FAILED: t`FAILED`,
    REJECTED: t`REJECTED`,
    CANCELLED: t`CANCELLED`,
  };
  return <Badge tone={paymentTones[status]}>{words[status]}</Badge>;
}
