import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import type { AppContext } from "../context.ts";
import { inScope, staffScope, type Tx } from "../db/scope.ts";
import { prepareEmail, queueEmail } from "../notifications/public.ts";
import { firstNameOf } from "./sessions.ts";

type Reset = { id: string; body: EventBody<"staff.factors_revoked"> };

/** Tells a member that their sign-in methods were revoked, so that a member who did not ask for it notices. */
export async function resetEmail(app: AppContext, { id, body }: Reset): Promise<(tx: Tx) => Promise<void>> {
  const member = await inScope(app.pool, staffScope, (tx) =>
    tx.selectFrom("staff_member").select(["email", "name"]).where("id", "=", body.memberId).executeTakeFirstOrThrow(),
  );
  const message = await prepareEmail(app, {
    platformId: staffScope.platformId,
    businessId: null,
    key: `staff-reset/${id}`,
    template: "staff-reset",
    locale: "en",
    recipient: member.email,
    params: { firstName: firstNameOf(member) },
  });
  return (tx) => queueEmail(tx, message);
}
