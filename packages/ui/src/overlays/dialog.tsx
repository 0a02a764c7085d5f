import type { ReactNode } from "react";
import { Overlay } from "./overlay.tsx";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  closeLabel: string;
  children: ReactNode;
  /** The buttons, primary button first. */
  actions?: ReactNode;
  /** The dialog must be answered: a click outside does not close it. */
  isAlert?: boolean;
};

/** Centered on a wide screen, at the bottom of a narrow one. */
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
