import type { ReactNode } from "react";

type NoticeProps = {
  /** An error is read out at once; anything else waits for a pause. */
  tone: "error" | "info";
  title?: string;
  children: ReactNode;
};

const tones = { error: "bg-bad-tint text-bad", info: "bg-tint text-ink" };

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div role={tone === "error" ? "alert" : "status"} className={`rounded-control px-4.5 py-4 ${tones[tone]}`}>
      {title && <p className="mb-0.5 font-semibold">{title}</p>}
      {children}
    </div>
  );
}
