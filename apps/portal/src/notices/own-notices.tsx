import { beforePeriod } from "@inlay/contracts/before-period.ts";
import type { NoticeSummary } from "@inlay/contracts/notice.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useRef, useState } from "react";
import { useBusiness } from "../shared/business/business-context.tsx";
import { LoadBoundary } from "../shared/page/load-boundary.tsx";
import { Problem } from "../shared/page/problem.tsx";
import { NoticeView } from "./notice-view.tsx";
import { useOpened, useOwnNotices } from "./use-notices.ts";

/** The notices for this person on a page that is about something else. Nothing where there are none. */
export function OwnNotices() {
  const { t } = useLingui();
  const { business } = useBusiness();
  const notices = useOwnNotices();
  const [isReading, setReading] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button disappears, so the focus goes to what comes before the notice.
  const read = () => {
    setReading(true);
    heading.current?.focus();
  };
  if (notices.length === 0) return null;
  const nameAtEnd = beforePeriod(business.businessName ?? t`your business`);
  return (
    <section className="grid max-w-[76ch] gap-4">
      <h2 ref={heading} tabIndex={-1} className="type-subheader">
        <Trans>There is a notice for you</Trans>
      </h2>
      {isReading ? (
        <LoadBoundary fallback={(problem) => <Problem {...problem} isPart />}>
          <Suspense fallback={<Spinner />}>
            <Opened notices={notices} />
          </Suspense>
        </LoadBoundary>
      ) : (
        <>
          <p>
            <Trans>The law gives you a notice about what we decided for {nameAtEnd}.</Trans>
          </p>
          <Button variant="secondary" className="justify-self-start" onClick={read}>
            <Trans>Read the notice</Trans>
          </Button>
        </>
      )}
    </section>
  );
}

const Opened = ({ notices }: { notices: readonly NoticeSummary[] }) =>
  useOpened(notices).map(({ summary, notice }) => (
    <NoticeView key={summary.id} isPrivate={summary.isPrivate} notice={notice} hasTitle />
  ));
