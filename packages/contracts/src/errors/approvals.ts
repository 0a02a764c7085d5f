import { fix, type RefusalEntry } from "./entry.ts";

/** Staff approvals. */
export const approvals = {
  SECOND_PERSON_NEEDED: {
    status: 403,
    message: "Somebody else must decide what you asked for.",
    next: { kind: "NONE", message: "Ask a colleague who may." },
  },
  REQUEST_PENDING: {
    status: 409,
    message: "The same thing was asked for and waits for a second person.",
    next: fix("Decide the request that waits."),
  },
} as const satisfies Record<string, RefusalEntry>;
