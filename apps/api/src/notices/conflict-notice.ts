import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { supportMail } from "./support-mail.ts";

type Conflict = { id: string; platformId: string; businessId: string | null };

/** Tells the platform's support that two people claim the same business. One mail an event. */
export const conflictNotice = (
  house: House,
  { id, platformId, businessId }: Conflict,
): Promise<(tx: Tx) => Promise<void>> =>
  supportMail(house, "primary-owner-conflict", { platformId, businessId, key: `conflict/${id}` });
