import { Button } from "@inlay/ui/button.tsx";
import { StepProgress } from "@inlay/ui/step-progress.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { progressAt } from "./progress.ts";

type StepCounterProps = { steps: readonly string[]; shown: string; isSaved?: boolean; onList?: () => void };

/** How far somebody is, and the way to the list of all steps. Nothing stands before the first step. */
export function StepCounter({ steps, shown, isSaved = false, onList }: StepCounterProps) {
  const { t } = useLingui();
  const { position, of: total } = progressAt(steps, shown);
  if (position === 0) return null;
  return (
    <StepProgress
      current={position}
      total={total}
      label={t`Step ${position} of ${total}`}
      beside={
        <>
          {onList && (
            <Button variant="text" className="min-h-6! text-small font-normal!" onClick={onList}>
              <Trans>All steps</Trans>
            </Button>
          )}
          {/* Its room is kept, and its line with it: a frame that grows by a hair while somebody presses a button loses the press. */}
          <p role="status" className="type-small ml-auto min-w-[5em] text-right">
            {isSaved ? <Trans>Saved</Trans> : "\u00a0"}
          </p>
        </>
      }
    />
  );
}
