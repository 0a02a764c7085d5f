import { Card } from "@inlay/ui/card.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

/** The chart beside its answer where there is room, else above it. */
export const FitColumns = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-7 min-[56.25rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
    {children}
  </div>
);

/** The shapes of the page, while its figures are loading. */
export const FitLoading = () => (
  <div aria-busy="true" data-loading className="grid gap-6">
    <p role="status" className="sr-only">
      <Trans>Loading your balances…</Trans>
    </p>
    <Skeleton className="h-6 w-4/5 max-w-120" />
    <FitColumns>
      <Card className="grid gap-4">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-80 w-full" />
      </Card>
      <Card className="grid gap-4">
        <Skeleton className="h-9 w-1/2" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </Card>
    </FitColumns>
  </div>
);
