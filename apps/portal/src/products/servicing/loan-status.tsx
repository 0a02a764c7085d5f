import type { LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { useLingui } from "@lingui/react/macro";

const tones = {
  CURRENT: "success",
  LATE: "warning",
  DEFAULTED: "error",
  REFINANCED: "neutral",
  FULLY_PAID: "neutral",
  CLOSED: "neutral",
} as const;

/** The status of a product as a badge. */
export function LoanStatusBadge({ status }: { status: LoanStatus }) {
  const { t } = useLingui();
  const words = {
    CURRENT: t`CURRENT`,
    LATE: t`LATE`,
    DEFAULTED: t`DEFAULTED`,
    REFINANCED: t`REFINANCED`,
    FULLY_PAID: t`PAID OFF`,
    CLOSED: t`CLOSED`,
  };
  return (
    <Badge tone={tones[status]} dot>
      {words[status]}
    </Badge>
  );
}
