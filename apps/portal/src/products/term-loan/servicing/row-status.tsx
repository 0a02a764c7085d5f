import type { LoanScheduleRow } from "@inlay/contracts/servicing/term-loan.ts";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { useLingui } from "@lingui/react/macro";

/** The status of a row of the schedule. One that is neither paid nor late has none. */
export function RowStatus({ status }: Pick<LoanScheduleRow, "status">) {
  const { t } = useLingui();
  if (status === "PAID") return <Badge tone="success">{t`PAID`}</Badge>;
  return status === "LATE" ? <Badge tone="warning">{t`LATE`}</Badge> : "-";
}
