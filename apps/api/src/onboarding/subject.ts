import type { Tx } from "../db/scope.ts";
import type { Position } from "../flow/public.ts";
import { type Answers, currentProgress, type Progress } from "./progress.ts";
import type { OnboardingRequest } from "./step-handler.ts";

/** Where a business stands in onboarding. Until consent is given, an earlier step may be answered again. */
export async function loadOnboarding(
  { tx, caller, settings }: OnboardingRequest,
  lock: boolean,
): Promise<Position & { progress: Progress; answers: Answers }> {
  if (lock) await holdOnboarding({ tx, caller });
  const progress = await currentProgress(tx, settings, caller.businessId);
  const { plan, current, answers } = progress;
  return { plan, current, isEditable: !progress.done.has("COLLECT_CONSENT"), progress, answers };
}

/** Requests for input are answered in order, and each of them once. */
export const inputPosition = (open: readonly { subStep: string }[], isOpen: boolean): Position => ({
  plan: open.map(({ subStep }) => subStep),
  current: (isOpen && open[0]?.subStep) || null,
  isEditable: false,
});

/** The request that an accepted answer is to. */
export function firstOpen<Input>([first]: readonly Input[]): Input {
  if (first === undefined) throw new Error("an answer was accepted, but no request for input is open");
  return first;
}

/** Locks the onboarding of a business, so that two completions of it follow one another. */
export async function holdOnboarding({
  tx,
  caller,
}: {
  tx: Tx;
  caller: { platformId: string; businessId: string };
}): Promise<void> {
  await tx
    .insertInto("onboarding")
    .values({ business_id: caller.businessId, platform_id: caller.platformId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .selectFrom("onboarding")
    .select("business_id")
    .where("business_id", "=", caller.businessId)
    .forUpdate()
    .execute();
}
