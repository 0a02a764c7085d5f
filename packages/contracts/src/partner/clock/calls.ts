import { z } from "zod/mini";
import { call } from "../../call.ts";
import { referenceTo } from "../../ids.ts";
import { clockAdvance, partnerClock } from "./clock.ts";

const params = z.object({ businessId: referenceTo("business") });

export const clockCalls = {
  getClock: call({
    method: "GET",
    path: "/api/platform/v1/sandbox/businesses/:businessId/clock",
    audience: "partner",
    slice: "clock",
    action: "partner.clock.read",
    summary: "Retrieves the test clock of a business, and the progress of an advance.",
    params,
    answer: partnerClock,
    sandboxOnly: true,
  }),
  advanceClock: call({
    method: "POST",
    path: "/api/platform/v1/sandbox/businesses/:businessId/clock/advance",
    audience: "partner",
    slice: "clock",
    action: "partner.clock.advance",
    summary: "Advances the test clock of a business and runs everything that falls due in that time.",
    params,
    body: clockAdvance,
    answer: partnerClock,
    status: 202,
    idempotent: true,
    sandboxOnly: true,
  }),
};
