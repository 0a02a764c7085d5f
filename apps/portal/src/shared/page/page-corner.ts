import { createContext, useContext } from "react";

const PageCornerContext = createContext<HTMLElement | null>(null);

export const PageCornerProvider = PageCornerContext.Provider;

/** The end of the page's header, for what a screen puts there by a portal. Null until the header is shown. */
export const usePageCorner = (): HTMLElement | null => useContext(PageCornerContext);
