import type { ReactNode } from "react";
import { Overlay } from "./overlay.tsx";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  closeLabel: string;
  children: ReactNode;
  /** Buttons, the one that goes on first. */
  actions?: ReactNode;
  /** For a question that must be answered: a click beside it does not close it. */
  isAlert?: boolean;
};

/** In the middle of a wide screen, at the foot of a narrow one. */
export function Dialog({ isAlert = false, ...dialog }: DialogProps) {
  return (
    <Overlay
      {...dialog}
      role={isAlert ? "alertdialog" : "dialog"}
      placeClasses="items-end justify-center sm:items-center sm:p-6"
      boxClasses="max-h-[92dvh] w-full rounded-t-card sm:max-w-140 sm:rounded-card data-entering:translate-y-4 data-exiting:translate-y-4"
    />
  );
}
