import { Card } from "@inlay/ui/card.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { useLingui } from "@lingui/react/macro";

/** The shape of a page of servicing while it is loading: what is to pay, and the cards below it. */
export function PageLoading() {
  const { t } = useLingui();
  return (
    <div aria-busy="true" data-loading className="shown-late grid grid-cols-1 gap-6">
      <p role="status" className="sr-only">
        {t`Loading your financing…`}
      </p>
      <Skeleton className="h-9 w-3/5 max-w-60" />
      <Card className="grid gap-4">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-12 w-56" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-10 w-full" />
      </Card>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3].map((card) => (
          <Card key={card} className="grid gap-4">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-9 w-44" />
            <Skeleton className="h-2 w-full" />
            <Skeleton className="h-10 w-full" />
          </Card>
        ))}
      </div>
    </div>
  );
}
