import type { ReactNode } from "react";

/** What it says where banks that were linked before are to be renewed, all of them. */
export type Reconnect = { title: string; lead: ReactNode; aside: { title: string; body: ReactNode } };

/** What both screens of linked banks are given. */
export type BankScreen = {
  busy: "LINKING" | "GOING_ON" | null;
  refusal: string | null;
  /** The bank itself is the reason: another one, or statements, may do. */
  isBankRefused: boolean;
  isStuck: boolean;
  onOpen: (itemId: string | null) => void;
  onHosted: () => void;
  /** Null where statements are no way out. */
  onStatements: (() => void) | null;
  reconnect: Reconnect | undefined;
  onBack: (() => void) | null;
  takesFocus: boolean;
};
