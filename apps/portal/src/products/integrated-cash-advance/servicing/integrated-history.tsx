import { useLingui } from "@lingui/react/macro";
import { Heading } from "../../../shared/page/heading.tsx";
import { useAdvance } from "../../servicing/advance/use-advance.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { Receivables } from "./receivables.tsx";

/** The payments of an integrated advance are what was withheld of its card sales. */
export function IntegratedHistory({ issuedProductId, takesFocus }: PageProps<"PAYMENT_HISTORY">) {
  const { t } = useLingui();
  const { today } = useAdvance(issuedProductId);
  return (
    <div className="grid gap-6">
      <title>{t`Payment history`}</title>
      <Heading takesFocus={takesFocus}>{t`Payment history`}</Heading>
      <Receivables issuedProductId={issuedProductId} today={today} />
    </div>
  );
}
