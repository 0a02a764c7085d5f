import { approvals } from "./approvals/slice.ts";
import { banking } from "./banking/slice.ts";
import type { RegularJob } from "./clock/public.ts";
import { closing } from "./closing/slice.ts";
import { dashboard } from "./dashboard/slice.ts";
import { handledBy } from "./db/handled-by.ts";
import { disclosures } from "./disclosures/slice.ts";
import { documents } from "./documents/slice.ts";
import { funding } from "./funding/slice.ts";
import { makeMonthsAhead } from "./ledger/public.ts";
import { notifications } from "./notifications/slice.ts";
import { offers } from "./offers/slice.ts";
import { onboarding } from "./onboarding/slice.ts";
import { partners } from "./partners/slice.ts";
import { payments } from "./payments/slice.ts";
import { people } from "./people/slice.ts";
import { issuedProducts } from "./products/slice.ts";
import { servicing } from "./servicing/slice.ts";
import type { Slice } from "./slice.ts";
import { staff } from "./staff/slice.ts";
import { underwriting } from "./underwriting/slice.ts";
import { collectHandlers } from "./workflows/collect-handlers.ts";

const described: readonly Slice[] = [
  issuedProducts,
  payments,
  documents,
  disclosures,
  funding,
  onboarding,
  closing,
  offers,
  underwriting,
  banking,
  notifications,
  people,
  servicing,
  dashboard,
  partners,
  staff,
];

/** Every slice of the server. Handlers of one event and due jobs of one moment run in this order. */
export const slices: readonly Slice[] = [...described, approvals(described)];

/** What the clock runs. */
export const dueJobs = slices.flatMap((slice) => slice.dueJobs ?? []);

/** What the worker does by the wall clock: the slices' jobs, and those of rooms below the clock. */
export const regularJobs: readonly RegularJob[] = [
  ...slices.flatMap((slice) => slice.regularJobs ?? []),
  { name: "limits.delete-expired", everyMs: 600_000, run: ({ limits }) => limits.deleteExpired() },
  { name: "ledger.make-months", everyMs: 86_400_000, run: ({ pool }) => makeMonthsAhead(pool) },
];

/** What the event dispatcher runs. */
export const eventHandlers = collectHandlers(slices, handledBy);
