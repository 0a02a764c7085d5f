import { lifecycle } from "../flow/lifecycle.ts";

const endings = { COMPLETED: "COMPLETED", DECLINED: "DECLINED", VOIDED: "VOIDED" } as const;

/** A document that people sign. It is put before them once it is prepared, and from then on only the vendor knows how far it is. */
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
