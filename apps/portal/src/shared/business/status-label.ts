import type { BusinessUser } from "@inlay/contracts/business.ts";
import { type ApplicationStatus, applicationStatus } from "@inlay/lending/onboarding/application-status.ts";
import { useLingui } from "@lingui/react/macro";
import { useWords } from "../language/words.ts";

/** The status of a business as a text for the person. */
export function useStatusLabel(): (user: BusinessUser) => string {
  const { t } = useLingui();
  const { dollars } = useWords();
  return (user) => {
    const { status, upToCents } = applicationStatus(user);
    const amount = dollars(upToCents ?? 0);
    const labels: Record<ApplicationStatus, string> = {
      APPLICATION_IN_PROGRESS: t`Application in progress`,
      ADDITIONAL_USER_INFO_REQUIRED: t`Additional user info required`,
      OFFER_AVAILABLE: t`Offer available up to ${amount}`,
      ACTIVE_LOAN_IN_PROGRESS: t`Active loan in progress`,
      NO_OFFERS_AVAILABLE: t`No offers available`,
      LOAN_APPLICATION_INCOMPLETE: t`Loan application incomplete`,
      LOAN_APPLICATION_WITHDRAWN: t`Loan application withdrawn`,
      ACTIVE_LOAN: t`Active loan`,
    };
    return labels[status];
  };
}
