import type { Business } from "@inlay/contracts/business.ts";
import { createContext, type ReactNode, useContext } from "react";

type BusinessState = {
  business: Business;
  /** Switches to another of the person's businesses. */
  onSwitch: (userIndex: number) => void;
};

const BusinessContext = createContext<BusinessState | null>(null);

export function BusinessProvider({ children, ...state }: BusinessState & { children: ReactNode }) {
  return <BusinessContext value={state}>{children}</BusinessContext>;
}

export function useBusiness(): BusinessState {
  const state = useContext(BusinessContext);
  if (!state) throw new Error("There is no BusinessProvider above this component.");
  return state;
}
