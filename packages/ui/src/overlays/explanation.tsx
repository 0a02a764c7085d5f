import { type ReactNode, type RefObject, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Popover } from "react-aria-components/Popover";
import { popoverClasses } from "../fields/list-classes.ts";
import { CloseIcon } from "../icons/close-icon.tsx";
import { Dialog } from "./dialog.tsx";

type ExplanationProps = {
  trigger: RefObject<HTMLElement | null>;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
};

/** The overlay of a figure that is explained. */
export function Explanation({ trigger, title, closeLabel, onClose, children }: ExplanationProps) {
  const [place] = useState(() => (isSheet() ? null : placeOf(trigger.current)));
  if (!place)
    return (
      <Dialog title={title} isOpen onClose={onClose} closeLabel={closeLabel}>
        <div className="grid gap-3.5">{children}</div>
      </Dialog>
    );
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      {...place}
      containerPadding={12}
      className={`${popoverClasses} w-[min(--spacing(93),100vw-1.5rem)] overflow-y-auto`}
    >
      <AriaDialog className="grid gap-3.5 px-5 pt-3 pb-5 outline-none">
        <div className="-mb-1.5 flex items-start gap-3">
          <Heading slot="title" className="type-subheader min-w-0 grow py-2 wrap-anywhere">
            {title}
          </Heading>
          <button
            type="button"
            aria-label={closeLabel}
            onClick={onClose}
            className="-mr-2.5 grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-ink-soft hover:bg-tint"
          >
            <CloseIcon />
          </button>
        </div>
        {children}
      </AriaDialog>
    </Popover>
  );
}

/** A frame is as tall as its page, so that a sheet at its foot would be out of sight. */
const isSheet = (): boolean =>
  !("embedded" in document.documentElement.dataset || window.matchMedia("(width >= 56.25rem)").matches);

const gap = 14;
const width = 372;

/** The derivation is beside the figure's card, so that it covers no other figure of it; where that has no room, nearer, or below the figure. */
function placeOf(figure: HTMLElement | null) {
  const left = figure?.getBoundingClientRect().left ?? 0;
  const cardLeft = figure?.closest("section")?.getBoundingClientRect().left ?? 0;
  const room = width + 2 * gap;
  if (cardLeft > room) return { placement: "left", offset: left - cardLeft + gap } as const;
  return left > room
    ? ({ placement: "left", offset: gap } as const)
    : ({ placement: "bottom end", offset: gap } as const);
}
