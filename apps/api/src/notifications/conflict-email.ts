import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import { supportMessage } from "./support-email.ts";

type Conflict = { id: string; platformId: string; businessId: string | null };

/** Emails the platform's support that two people claim the same business. One email per event. */
export const conflictEmail = (
  app: AppContext,
  { id, platformId, businessId }: Conflict,
): Promise<(tx: Tx) => Promise<void>> =>
  supportMessage(app, "primary-owner-conflict", { platformId, businessId, key: `conflict/${id}` });
