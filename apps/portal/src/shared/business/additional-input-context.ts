import { createContext, useContext } from "react";

const AdditionalInputContext = createContext<(() => void) | null>(null);

export const AdditionalInputProvider = AdditionalInputContext.Provider;

/** Opens the input that is asked for while an accepted offer is closed. Null if none is. */
export const useOpenAdditionalInput = (): (() => void) | null => useContext(AdditionalInputContext);
