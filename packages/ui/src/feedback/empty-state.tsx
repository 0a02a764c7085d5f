import type { ReactNode } from "react";

/** Shown in place of an empty list: why it is empty, and what the person can do. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card border border-dashed border-field-line px-6 py-10 text-center">
      <p className="type-subheader">{title}</p>
      {children && <div className="max-w-[48ch] text-ink-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
