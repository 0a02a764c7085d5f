import { fix, type RefusalEntry } from "./entry.ts";

/** Staff approvals and credit policies. */
export const approvals = {
  SECOND_PERSON_NEEDED: {
    status: 403,
    message: "Somebody else must decide what you asked for.",
    next: { kind: "NONE", message: "Ask a colleague who may." },
  },
  APPEAL_AGAINST_OWN_RULING: {
    status: 403,
    message: "You have ruled on this application, so somebody else must answer its appeal.",
    next: { kind: "NONE", message: "Ask a colleague who has not ruled on it." },
  },
  REQUEST_PENDING: {
    status: 409,
    message: "The same thing was asked for and waits for a second person.",
    next: fix("Decide the request that waits."),
  },
  POLICY_VERSION_TAKEN: {
    status: 409,
    message: "There is a policy of this version, and a version is never changed.",
    next: fix("Propose it under the next version."),
  },
  SHADOW_RUN_RUNNING: {
    status: 409,
    message: "A shadow run of this version is running.",
    next: fix("Wait until it has ended."),
  },
  POLICY_NOT_TRIED: {
    status: 409,
    message: "This version has no finished shadow run.",
    next: fix("Start a shadow run of this version and read its report."),
  },
} as const satisfies Record<string, RefusalEntry>;
