import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { CloseIcon } from "../icons/close-icon.tsx";

type OverlayProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  closeLabel: string;
  children: ReactNode;
  actions?: ReactNode;
  role: "dialog" | "alertdialog";
  placeClasses: string;
  boxClasses: string;
};

/** A modal layer over the page: it traps the focus, closes on Escape and restores the focus. */
export function Overlay({
  title,
  isOpen,
  onClose,
  closeLabel,
  children,
  actions,
  role,
  placeClasses,
  boxClasses,
}: OverlayProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === "dialog"}
      className={`fixed inset-0 z-10 flex bg-[rgb(0_0_0/0.45)] motion-safe:transition-opacity motion-safe:duration-200 data-entering:opacity-0 data-exiting:opacity-0 ${placeClasses}`}
    >
      <Modal
        className={`flex min-h-0 flex-col overflow-hidden bg-card text-ink shadow-lifted motion-safe:transition-transform motion-safe:duration-200 motion-safe:ease-out ${boxClasses}`}
      >
        <AriaDialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
          <div className="flex items-start gap-3 px-5 pt-4 sm:px-6">
            <Heading slot="title" className="type-subheader min-w-0 grow py-2.5 wrap-anywhere">
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
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 sm:px-6">{children}</div>
          {actions && (
            <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4 sm:px-6">{actions}</div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
