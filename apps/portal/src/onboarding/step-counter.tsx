import { StepProgress } from "@inlay/ui/step-progress.tsx";
import { Trans, useLingui } from "@lingui/react/macro";

type StepCounterProps = { steps: readonly string[]; shown: string; isSaved?: boolean };

/** How far somebody is. The first page is before the count. */
export function StepCounter({ steps, shown, isSaved = false }: StepCounterProps) {
  const { t } = useLingui();
  const position = steps.indexOf(shown) + 1;
  const total = steps.length;
  if (position === 0) return null;
  return (
    <div className="relative">
      <StepProgress current={position} total={total} label={t`Step ${position} of ${total}`} />
      <p role="status" className="type-small absolute top-0 right-0">
        {isSaved && <Trans>Saved</Trans>}
      </p>
    </div>
  );
}
