import { clsx } from "clsx";
import type { ReactNode } from "react";

const tones = {
  neutral: "bg-disabled text-on-disabled",
  info: "bg-info-tint text-info",
  success: "bg-good-tint text-good",
  warning: "bg-warn-tint text-warn",
  error: "bg-bad-tint text-bad",
};

type BadgeProps = { tone?: keyof typeof tones; dot?: boolean; children: ReactNode };

/** The color only repeats what the text says. */
export function Badge({ tone = "neutral", dot = false, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-pill px-2.5 py-1 text-small leading-tight font-semibold",
        tones[tone],
      )}
    >
      {dot && <span aria-hidden="true" className="size-2 rounded-pill bg-current" />}
      {children}
    </span>
  );
}
