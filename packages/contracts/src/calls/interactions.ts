import { z } from "zod/mini";
import { call } from "../call.ts";
import { interactions } from "../interactions.ts";

export const reportInteraction = call({
  method: "POST",
  path: "/api/v1/servicing/interaction",
  audience: "portal",
  slice: "servicing",
  action: "interaction.report",
  summary: "Records a person's action or error in the portal.",
  body: interactions,
  answer: z.object({ accepted: z.literal(true) }),
  status: 202,
});
