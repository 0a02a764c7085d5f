import type { ReactNode } from "react";
import { Heading } from "./heading.tsx";

type ScreenProps = {
  title: string;
  lead?: ReactNode;
  /** Beside the form: why we ask, or what comes next. */
  aside?: { title: string; body: ReactNode };
  /** Shown above the aside. */
  picture?: string | null;
  takesFocus: boolean;
  /** The content needs the whole width, and there is nothing beside it. */
  isWide?: boolean;
  /** The prefix of the tab's title while the form has errors. */
  isWrong?: string | false;
  children: ReactNode;
};

/** A screen with one topic: its question is the heading, and the aside says why we ask. */
export function Screen({
  title,
  lead,
  aside,
  picture,
  takesFocus,
  isWide = false,
  isWrong = false,
  children,
}: ScreenProps) {
  return (
    <div
      className={`grid items-start gap-x-12 gap-y-8 ${isWide ? "" : "md:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"}`}
    >
      <title>{isWrong ? `${isWrong} ${title}` : title}</title>
      <div className="grid gap-8">
        <div className="grid gap-2">
          <Heading takesFocus={takesFocus}>{title}</Heading>
          {lead && <div className="max-w-[56ch] text-ink-soft wrap-anywhere">{lead}</div>}
        </div>
        {children}
      </div>
      <div className="grid gap-4">
        {picture && <img src={picture} alt="" className="h-40 w-full rounded-card object-cover md:h-72" />}
        {aside && (
          <aside className="rounded-control bg-tint px-4.5 py-4 text-small">
            <p className="mb-0.5 font-semibold">{aside.title}</p>
            <div className="grid gap-2">{aside.body}</div>
          </aside>
        )}
      </div>
    </div>
  );
}
