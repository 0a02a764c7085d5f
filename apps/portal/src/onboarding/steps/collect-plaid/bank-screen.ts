import type { ReactNode } from "react";

/** The texts for renewing all banks that were linked before. */
export type Reconnect = { title: string; lead: ReactNode; aside: { title: string; body: ReactNode } };

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
