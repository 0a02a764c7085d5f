import type { BuiltStep } from "@inlay/contracts/onboarding/steps.ts";
import { useLingui } from "@lingui/react/macro";

/** The first page is not in the list. */
type ListedStep = Exclude<BuiltStep, "START_FLOW">;

/** The name and the heading of each step in the list of steps. */
export function useStepNames(): Record<ListedStep, { section: string; name: string }> {
  const { t } = useLingui();
  const business = t`You and the business`;
  const finances = t`Finances`;
  const agreement = t`Owners and terms`;
  return {
    SELECT_PRODUCTS: { section: business, name: t`Type of financing` },
    COLLECT_PERSONAL_DETAILS: { section: business, name: t`Your details` },
    COLLECT_BUSINESS_DETAILS: { section: business, name: t`Business details` },
    COLLECT_PLAID: { section: finances, name: t`Bank account` },
    COLLECT_BANK_STATEMENTS: { section: finances, name: t`Bank statements` },
    COLLECT_BANK_INFO: { section: finances, name: t`Account numbers` },
    COLLECT_RAILZ: { section: finances, name: t`Taxes and accounting` },
    COLLECT_BUSINESS_TAX: { section: finances, name: t`Tax returns` },
    COLLECT_EXISTING_DEBT: { section: finances, name: t`Other debt` },
    COLLECT_REFINANCE_OPTIONS: { section: finances, name: t`Refinancing` },
    COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: { section: agreement, name: t`Other owners` },
    COLLECT_CONSENT: { section: agreement, name: t`Review and accept terms` },
  };
}
