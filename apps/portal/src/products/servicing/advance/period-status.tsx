import type { AdvancePeriodRow } from "@inlay/contracts/servicing/cash-advance.ts";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { useLingui } from "@lingui/react/macro";

/** The status of a period. One that is neither paid, late nor without sales has none. */
export function PeriodStatus({ status }: Pick<AdvancePeriodRow, "status">) {
  const { t } = useLingui();
  switch (status) {
    case "PAID":
      return <Badge tone="success">{t`PAID`}</Badge>;
    case "NO SALES":
      return <Badge tone="neutral">{t`NO SALES`}</Badge>;
    case "LATE":
      return <Badge tone="warning">{t`LATE`}</Badge>;
    case "-":
      return "-";
  }
}
