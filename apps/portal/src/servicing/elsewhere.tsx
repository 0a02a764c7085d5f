import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { createContext, useContext } from "react";

/** What waits outside servicing, the most urgent first. Those of the first line stand before the alerts of a product. */
export type ElsewhereAlert =
  | "NEW_OFFERS_AVAILABLE"
  | "ACCEPTED_OFFERS_PROCESSING"
  | "MORE_INFORMATION_NEEDED"
  | "EXPIRED_OFFERS"
  | "APPLICATION_BEGUN"
  | "APPLICATION_IN_REVIEW"
  | "APPLICATION_DECLINED";

/** The page outside servicing that concerns the owner, and how it is opened. */
export type Elsewhere = {
  alert: ElsewhereAlert | null;
  open: () => void;
};

/** Of these alerts and those of a product, only one is shown. */
export const precedesOwnAlerts = (elsewhere: Elsewhere | null): boolean =>
  elsewhere?.alert === "NEW_OFFERS_AVAILABLE" ||
  elsewhere?.alert === "ACCEPTED_OFFERS_PROCESSING" ||
  elsewhere?.alert === "MORE_INFORMATION_NEEDED";

const ElsewhereContext = createContext<Elsewhere | null>(null);

export const ElsewhereProvider = ElsewhereContext.Provider;

export const useElsewhere = (): Elsewhere | null => useContext(ElsewhereContext);

/** What waits for the owner outside of servicing, and the way to it. */
export function ElsewhereNotice() {
  const { t } = useLingui();
  const elsewhere = useElsewhere();
  if (!elsewhere?.alert) return null;
  const { alert, open } = elsewhere;
  const words = {
    NEW_OFFERS_AVAILABLE: { title: t`New offers available`, open: t`See the offers` },
    ACCEPTED_OFFERS_PROCESSING: { title: t`Accepted offers processing`, open: t`See where it stands` },
    MORE_INFORMATION_NEEDED: { title: t`More information needed`, open: t`Give the information` },
    EXPIRED_OFFERS: { title: t`Expired offers`, open: t`See the expired offers` },
    APPLICATION_BEGUN: { title: t`Your application is not sent yet`, open: t`Continue the application` },
    APPLICATION_IN_REVIEW: { title: t`We are looking at your application`, open: null },
    // The owner has read why; only the page to apply for more leads there again.
    APPLICATION_DECLINED: null,
  }[alert];
  if (!words) return null;
  return (
    <Notice tone="info" title={words.title}>
      {words.open === null ? (
        <p>
          <Trans>We write to you as soon as there is an answer. You have nothing to do.</Trans>
        </p>
      ) : (
        <Button variant="text" onClick={open}>
          {words.open}
        </Button>
      )}
    </Notice>
  );
}
