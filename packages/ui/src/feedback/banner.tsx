import { clsx } from "clsx";
import { type ReactNode, useEffect, useState } from "react";
import { CloseIcon } from "../icons/close-icon.tsx";
import { noticeTones } from "./notice.tsx";

type BannerProps = {
  tone: keyof typeof noticeTones;
  title?: string;
  children: ReactNode;
  closeLabel: string;
  onClose: () => void;
  /** How long the banner stays. Null: until the person closes it. */
  staysMs?: number | null;
};

/** Reports what just happened and closes itself, but not while it has the pointer or the focus. */
export function Banner({ tone, title, children, closeLabel, onClose, staysMs = 5_000 }: BannerProps) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;

  useEffect(() => {
    if (held || staysMs === null) return;
    const away = setTimeout(onClose, staysMs);
    return () => clearTimeout(away);
  }, [held, staysMs, onClose]);

  return (
    <div
      role="alert"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={clsx("flex items-start gap-3 rounded-control py-2 pr-2 pl-4.5 shadow-card", noticeTones[tone])}
    >
      <div className="min-w-0 grow py-2">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={onClose}
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control"
      >
        <CloseIcon />
      </button>
    </div>
  );
}
