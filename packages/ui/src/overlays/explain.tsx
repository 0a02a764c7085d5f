import { type ReactNode, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Popover } from "react-aria-components/Popover";
import { popoverClasses } from "../fields/list-classes.ts";
import { CloseIcon } from "../icons/close-icon.tsx";
import { Dialog } from "./dialog.tsx";

type ExplainProps = {
  /** The figure, which opens its explanation. */
  figure: string;
  /** The name of the button for screen readers: "$4,584.00, how we get this number". */
  label: string;
  title: string;
  closeLabel: string;
  /** It is made only when it is opened. */
  children: () => ReactNode;
};

/** A figure that opens its derivation: beside it on a wide screen and in a frame, in a sheet at the foot of a phone. */
export function Explain({ figure, label, title, closeLabel, children }: ExplainProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<"BESIDE" | "SHEET" | null>(null);
  const [offset, setOffset] = useState(gap);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        ref={trigger}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onPress={() => {
          setOffset(offsetOf(trigger.current));
          setOpen(fitsBeside() ? "BESIDE" : "SHEET");
        }}
        className="cursor-pointer border-b border-dotted border-field-line font-semibold tabular-nums hover:border-solid hover:text-link aria-expanded:border-solid aria-expanded:border-link aria-expanded:text-link print:border-0"
      >
        {figure}
      </Button>
      {open === "BESIDE" && (
        <Popover
          triggerRef={trigger}
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          placement="left"
          offset={offset}
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
                onClick={close}
                className="-mr-2.5 grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-ink-soft hover:bg-tint"
              >
                <CloseIcon />
              </button>
            </div>
            {children()}
          </AriaDialog>
        </Popover>
      )}
      <Dialog title={title} isOpen={open === "SHEET"} onClose={close} closeLabel={closeLabel}>
        <div className="grid gap-3.5">{open === "SHEET" && children()}</div>
      </Dialog>
    </>
  );
}

const gap = 14;
const width = 372;

/** The derivation is beside the figure's card, so that it covers no other figure of it, if there is room for that. */
function offsetOf(figure: HTMLElement | null): number {
  const card = figure?.closest("section")?.getBoundingClientRect();
  if (!figure || !card || card.left < width + gap) return gap;
  return figure.getBoundingClientRect().left - card.left + gap;
}

/** A frame is as tall as its page, so that a sheet at its foot would be out of sight. */
const fitsBeside = (): boolean =>
  "embedded" in document.documentElement.dataset || window.matchMedia("(width >= 56.25rem)").matches;
