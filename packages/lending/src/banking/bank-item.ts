import { labelled } from "../flow/labelled.ts";
import { lifecycle } from "../flow/lifecycle.ts";

const lost = {
  LOGIN_REQUIRED: "DISCONNECTED",
  CONSENT_EXPIRING: "DISCONNECTED",
  ACCESS_REVOKED: "DISCONNECTED",
} as const;
const blocked = { INSTITUTION_BLOCKED: "BLOCKED", STAFF_BLOCK: "KANMON_BLOCKED" } as const;

/** A linked bank. The events are names of ours; the states stand on the wire. It has no end: it is only ever blocked. */
export const bankItemLifecycle = lifecycle("bank item", {
  begins: { PUBLIC_TOKEN_EXCHANGED: "CREATED" },
  moves: {
    CREATED: { MARKED_AS_CONNECTED: "CONNECTED", UPDATED: "CONNECTED", ...lost, ...blocked },
    CONNECTED: { UPDATED: "CONNECTED", ...lost, ...blocked },
    DISCONNECTED: { RECONNECTED: "CONNECTED", ...blocked },
    BLOCKED: { STAFF_UNBLOCK: "CONNECTED", ...blocked },
    // What the bank refuses must not lift what our staff forbids: a blocked bank may still be debited, this one not.
    KANMON_BLOCKED: {
      STAFF_UNBLOCK: "CONNECTED",
      INSTITUTION_BLOCKED: "KANMON_BLOCKED",
      STAFF_BLOCK: "KANMON_BLOCKED",
    },
  },
  ends: [],
});
export type BankItemStatus = (typeof bankItemLifecycle.states)[number];

export const bankItemActions = labelled({ UPDATE: "Update", RECONNECT: "Reconnect" });

/** What a person can do with a linked bank; null hides it from the list. */
export const bankItemAction = {
  CREATED: bankItemActions.UPDATE,
  CONNECTED: bankItemActions.UPDATE,
  DISCONNECTED: bankItemActions.RECONNECT,
  BLOCKED: null,
  KANMON_BLOCKED: null,
} as const satisfies Record<BankItemStatus, unknown>;

/** A new link waits for the authorization to debit whatever accounts still lack it. */
export const asksForAchAuthorization = (item: {
  status: BankItemStatus;
  accounts: readonly { achAuthorized: boolean }[];
}): boolean => item.status === "CREATED" && item.accounts.some((account) => !account.achAuthorized);
