import { lifecycle } from "../flow/lifecycle.ts";

const endings = { COMPLETED: "COMPLETED", DECLINED: "DECLINED", VOIDED: "VOIDED" } as const;

/** A document to be signed. It is presented once it is prepared; from then on its status comes from the vendor. */
export const signingLifecycle = lifecycle("signing", {
  begins: { ORDERED: "PREPARING" },
  moves: {
    PREPARING: { PREPARED: "SENT", REFUSED: "FAILED", VOIDED: "VOIDED" },
    SENT: { VIEWED: "VIEWED", ...endings },
    VIEWED: { ...endings },
    COMPLETED: {},
    DECLINED: {},
    VOIDED: {},
    FAILED: {},
  },
  ends: ["COMPLETED", "DECLINED", "VOIDED", "FAILED"],
});
export type SigningStatus = (typeof signingLifecycle.states)[number];
