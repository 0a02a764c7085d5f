import { validationRefusal } from "@inlay/contracts/validation.ts";
import { z } from "zod/mini";
import type { Tx } from "../db/scope.ts";
import { type Answers, type Progress, progressOf } from "./progress.ts";
import type { StepContext } from "./step-handler.ts";

// What completing a step and answering something more have in common.

type Held = { tx: Tx; caller: { platformId: string; businessId: string } };

/** One completion of a business at a time: whoever comes second sees what the first one did. */
export async function holdOnboarding({ tx, caller }: Held): Promise<void> {
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

/** What was sent, as its shape has it; what is wrong with it is said field by field. */
export function readAnswer<Shape extends z.core.$ZodType>(shape: Shape, data: unknown): z.output<Shape> {
  const value = data ?? {};
  const parsed = z.safeParse(shape, value);
  if (!parsed.success) throw validationRefusal(parsed.error.issues, value, "BODY");
  return parsed.data;
}

/** Where the business stands. */
export async function flowState({
  tx,
  caller,
  settings,
}: Omit<StepContext, "answers">): Promise<{ progress: Progress; answers: Answers }> {
  const progress = (await progressOf(tx, settings, [caller.businessId])).get(caller.businessId);
  if (!progress) throw new Error("a business that is in scope has no progress");
  return { progress, answers: progress.answers };
}
