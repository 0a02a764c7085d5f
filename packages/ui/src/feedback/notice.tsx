import { clsx } from "clsx";
import type { ReactNode } from "react";

type NoticeProps = {
  /** Screen readers announce an error at once, and any other notice at the next pause. */
  tone: "error" | "warning" | "success" | "info";
  title?: string;
  /** The notice takes the place of a page, and its title that of the page's heading. */
  isPage?: boolean;
  children: ReactNode;
};

export const noticeTones = {
  error: "bg-bad-tint text-bad",
  warning: "bg-warn-tint text-ink",
  success: "bg-good-tint text-ink",
  info: "bg-tint text-ink",
};

export function Notice({ tone, title, isPage = false, children }: NoticeProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={clsx("rounded-control px-4.5 py-4", noticeTones[tone])}
    >
      {title && (
        <Title className={isPage ? "type-subheader mb-1 text-inherit!" : "mb-0.5 font-semibold"}>{title}</Title>
      )}
      {children}
    </div>
  );
}
