import { Card } from "@inlay/ui/card.tsx";

/** Shaped like the screen that comes, so that nothing jumps. */
export function Loading({ what }: { what: string }) {
  return (
    <div aria-busy="true" className="grid gap-6">
      <p role="status" className="sr-only">
        {what}
      </p>
      <div aria-hidden="true" className="grid motion-safe:animate-pulse gap-6">
        <div className="h-9 w-3/5 max-w-90 rounded-control bg-line" />
        <Card className="grid gap-4">
          <div className="h-4 w-1/4 rounded-control bg-line" />
          <div className="h-4 w-1/2 rounded-control bg-line" />
          <div className="h-4 w-1/3 rounded-control bg-line" />
        </Card>
      </div>
    </div>
  );
}
