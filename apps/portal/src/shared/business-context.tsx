import type { Business } from "@inlay/contracts/business.ts";
import { createContext, type ReactNode, useContext } from "react";

type Standing = {
  business: Business;
  /** Goes to another of the person's businesses. */
  onSwitch: (userIndex: number) => void;
};

const BusinessContext = createContext<Standing | null>(null);

export function BusinessProvider({ children, ...standing }: Standing & { children: ReactNode }) {
  return <BusinessContext value={standing}>{children}</BusinessContext>;
}

export function useBusiness(): Standing {
  const standing = useContext(BusinessContext);
  if (!standing) throw new Error("no business is open here");
  return standing;
}
