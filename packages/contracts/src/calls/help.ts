import { z } from "zod/mini";
import { call } from "../call.ts";
import { supportHours } from "../platform-settings.ts";

export const getHelp = call({
  method: "GET",
  path: "/api/v1/help",
  audience: "portal",
  slice: "people",
  action: "support.ask",
  summary: "Reads the support contacts and the reference number of the business.",
  answer: z.object({
    /** Short enough to be read out on the phone; staff find the business by it. */
    reference: z.string(),
    supportEmail: z.string(),
    supportPhone: z.nullable(z.string()),
    supportHours: z.nullable(supportHours),
    lenderName: z.string(),
    licenseLine: z.string(),
    /** The script of the help widget; null if the platform has none. */
    helpWindowScriptUrl: z.nullable(z.string()),
  }),
});

export const getSupportToken = call({
  method: "GET",
  path: "/api/v1/zendesk-token",
  audience: "portal",
  slice: "people",
  action: "support.ask",
  summary: "Creates a token for the help widget.",
  answer: z.object({ token: z.string() }),
});
