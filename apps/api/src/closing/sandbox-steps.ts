import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { verifyPhoneInSandbox } from "../people/public.ts";
import { lockApplication } from "../underwriting/public.ts";
import { advance } from "./advance.ts";
import { initializeInquiry, prepareInquiry } from "./initialize-inquiry.ts";

/** Completes the step of the personal phone number without a code, because nobody reads the phone of a sandbox business. */
export async function skipPersonalPhoneNumber(
  app: AppContext,
  caller: Person,
  applicationId: string,
  requestId: string,
): Promise<void> {
  await inScope(app.pool, caller, async (tx) => {
    await lockApplication(tx, applicationId);
    await verifyPhoneInSandbox(tx, caller, requestId);
    const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
    await advance(tx, caller, applicationId, "COLLECT_PERSONAL_PHONE_NUMBER", by);
  });
}

/** Passes the identity verification. The vendor simulates the person; the ordinary event then asks the vendor for the result. */
export async function passIdentityInSandbox(app: AppContext, caller: Person, requestId: string): Promise<void> {
  const prepared = await prepareInquiry(app, caller);
  const opened = await inScope(app.pool, caller, (tx) => initializeInquiry(tx, caller, prepared, requestId));
  await app.identity.simulatePass(opened);
}
