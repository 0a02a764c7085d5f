import { labeled } from "../flow/labeled.ts";
import { lifecycle } from "../flow/lifecycle.ts";

const lost = {
  LOGIN_REQUIRED: "DISCONNECTED",
  CONSENT_EXPIRING: "DISCONNECTED",
  ACCESS_REVOKED: "DISCONNECTED",
} as const;
const blocked = { INSTITUTION_BLOCKED: "BLOCKED", STAFF_BLOCK: "KANMON_BLOCKED" } as const;

/** A linked bank. The states are wire names; the events are our own names. There is no end state: an item is blocked, never removed. */
export const bankItemLifecycle = lifecycle("bank item", {
  begins: { PUBLIC_TOKEN_EXCHANGED: "CREATED" },
  moves: {
    CREATED: { MARKED_AS_CONNECTED: "CONNECTED", UPDATED: "CONNECTED", ...lost, ...blocked },
    CONNECTED: { UPDATED: "CONNECTED", ...lost, ...blocked },
    DISCONNECTED: { RECONNECTED: "CONNECTED", ...blocked },
    BLOCKED: { STAFF_UNBLOCK: "CONNECTED", ...blocked },
    // A block by the institution does not replace a staff block: a bank in BLOCKED may still be debited, one in KANMON_BLOCKED may not.
    KANMON_BLOCKED: {
      STAFF_UNBLOCK: "CONNECTED",
      INSTITUTION_BLOCKED: "KANMON_BLOCKED",
      STAFF_BLOCK: "KANMON_BLOCKED",
    },
  },
  ends: [],
});
export type BankItemStatus = (typeof bankItemLifecycle.states)[number];

export const bankItemActions = labeled({ UPDATE: "Update", RECONNECT: "Reconnect" });

/** The action that a person can take on a linked bank; null hides it from the list. */
export const bankItemAction = {
  CREATED: bankItemActions.UPDATE,
  CONNECTED: bankItemActions.UPDATE,
  DISCONNECTED: bankItemActions.RECONNECT,
  BLOCKED: null,
  KANMON_BLOCKED: null,
} as const satisfies Record<BankItemStatus, unknown>;

export const isLinked = (status: BankItemStatus): boolean => status === "CREATED" || status === "CONNECTED";

/** A linked item needs the authorization to debit every account that lacks it: a new account, or one whose numbers have changed. */
export const asksForAchAuthorization = (item: {
  status: BankItemStatus;
  accounts: readonly { achAuthorized: boolean }[];
}): boolean => isLinked(item.status) && item.accounts.some((account) => !account.achAuthorized);
