import { StepProgress } from "@inlay/ui/feedback/step-progress.tsx";
import { useLingui } from "@lingui/react/macro";

const steps = ["UPLOAD", "DETAILS", "PLAN", "REVIEW"] as const;
export type FlowStep = (typeof steps)[number];

/** How far one invoice is. */
export function FlowProgress({ at, name }: { at: FlowStep; name: string }) {
  const { t } = useLingui();
  const [current, total] = [steps.indexOf(at) + 1, steps.length];
  return <StepProgress current={current} total={total} label={t`${name} · step ${current} of ${total}`} />;
}
