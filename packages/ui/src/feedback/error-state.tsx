import type { ReactNode } from "react";
import { Button } from "../button.tsx";

type ErrorStateProps = {
  title: string;
  children: ReactNode;
  retry: { label: string; onRetry: () => void; busy?: boolean };
  /** The reference to give to support. */
  reference?: ReactNode;
};

/** Shown in place of content that failed to load. */
export function ErrorState({ title, children, retry, reference }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-card border border-bad bg-card p-5 sm:p-6">
      <p className="type-subheader text-bad">{title}</p>
      <div className="max-w-[56ch]">{children}</div>
      <Button variant="secondary" className="mt-3" busy={retry.busy ?? false} onClick={retry.onRetry}>
        {retry.label}
      </Button>
      {reference && <div className="type-small mt-1">{reference}</div>}
    </div>
  );
}
