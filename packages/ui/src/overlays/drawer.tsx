import type { ReactNode } from "react";
import { Overlay } from "./overlay.tsx";

type DrawerProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  closeLabel: string;
  children: ReactNode;
  actions?: ReactNode;
};

/** A full-height panel at the right edge, for content shown beside the page. */
export function Drawer(drawer: DrawerProps) {
  return (
    <Overlay
      {...drawer}
      role="dialog"
      placeClasses="items-stretch justify-end"
      boxClasses="h-full w-full sm:max-w-120 data-entering:translate-x-8 data-exiting:translate-x-8"
    />
  );
}
