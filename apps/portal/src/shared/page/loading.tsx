import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";

/** A placeholder in the layout of a screen, so that content does not jump. */
export function Loading({ what }: { what: string }) {
  return (
    <div aria-busy="true" data-loading className="grid gap-8">
      <p role="status" className="sr-only">
        {what}
      </p>
      <div className="grid gap-3">
        <Skeleton className="h-9 w-3/5 max-w-100" />
        <Skeleton className="h-4 w-4/5 max-w-120" />
      </div>
      <div className="grid max-w-160 gap-6">
        {[1, 2, 3].map((field) => (
          <div key={field} className="grid gap-2">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-13 w-full" />
          </div>
        ))}
      </div>
      <Skeleton className="h-12 w-36" />
    </div>
  );
}
