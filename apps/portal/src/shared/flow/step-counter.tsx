import { Button } from "@inlay/ui/button.tsx";
import { StepProgress } from "@inlay/ui/feedback/step-progress.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { StepPosition } from "./path.ts";

type StepCounterProps = {
  progress: StepPosition;
  isSaved?: boolean;
  onList?: (() => void) | null;
};

/** The progress through the steps, with a link to the list of all steps. Shows nothing before the first step. */
export function StepCounter({ progress, isSaved = false, onList = null }: StepCounterProps) {
  const { t } = useLingui();
  const { position, of: total, isEstimate } = progress;
  if (position === 0) return null;
  return (
    <StepProgress
      current={position}
      total={total}
      label={isEstimate ? t`Step ${position} of about ${total}` : t`Step ${position} of ${total}`}
      beside={
        <>
          {onList && (
            <Button variant="text" className="min-h-6! text-small font-normal!" onClick={onList}>
              <Trans>All steps</Trans>
            </Button>
          )}
          {/* The line keeps its size when it is empty: a frame that grows while a button is pressed loses the click. */}
          <p role="status" className="type-small ml-auto min-w-[5em] text-right">
            {isSaved ? <Trans>Saved</Trans> : "\u00a0"}
          </p>
        </>
      }
    />
  );
}
