import { clsx } from "clsx";
import type { ReactNode } from "react";

type NoticeProps = {
  /** Screen readers announce an error at once, and any other notice at the next pause. */
  tone: "error" | "warning" | "success" | "info";
  title?: string;
  children: ReactNode;
};

export const noticeTones = {
  error: "bg-bad-tint text-bad",
  warning: "bg-warn-tint text-ink",
  success: "bg-good-tint text-ink",
  info: "bg-tint text-ink",
};

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={clsx("rounded-control px-4.5 py-4", noticeTones[tone])}
    >
      {title && <p className="mb-0.5 font-semibold">{title}</p>}
      {children}
    </div>
  );
}
