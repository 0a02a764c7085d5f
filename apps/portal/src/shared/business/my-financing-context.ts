import { createContext, useContext } from "react";

const MyFinancingContext = createContext<(() => void) | null>(null);

export const MyFinancingProvider = MyFinancingContext.Provider;

/** Opens the page of the products from a page that comes before it. Null without a product, and on that page itself. */
export const useOpenMyFinancing = (): (() => void) | null => useContext(MyFinancingContext);
