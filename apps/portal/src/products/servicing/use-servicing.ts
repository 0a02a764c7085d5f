import { createContext, useContext } from "react";
import type { OpenedPage } from "./pages.ts";

/** The way between the pages of servicing. */
export type Servicing = {
  at: OpenedPage;
  open: (page: OpenedPage) => void;
  /** Returns to the page before, or from the first page to the home page. */
  back: () => void;
  home: () => void;
};

const ServicingContext = createContext<Servicing | null>(null);

export const ServicingProvider = ServicingContext.Provider;

export function useServicing(): Servicing {
  const servicing = useContext(ServicingContext);
  if (!servicing) throw new Error("There is no ServicingProvider above this component.");
  return servicing;
}
