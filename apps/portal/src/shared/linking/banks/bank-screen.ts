import type { ReactNode } from "react";

/** Renewing the banks that were linked before: the texts, and whether another bank was linked since it was requested. */
export type Reconnect = {
  title: string;
  lead: ReactNode;
  aside: { title: string; body: ReactNode };
  isBankAdded: boolean;
};

/** The props of both bank screens. */
export type BankScreen = {
  busy: "LINKING" | "GOING_ON" | null;
  refusal: string | null;
  /** Whether the bank itself is the reason, so that another bank or statements may work. */
  isBankRefused: boolean;
  isStuck: boolean;
  onOpen: (itemId: string | null) => void;
  onHosted: () => void;
  /** Null if statements are not accepted instead. */
  onStatements: (() => void) | null;
  reconnect: Reconnect | undefined;
  onBack: (() => void) | null;
  takesFocus: boolean;
};
