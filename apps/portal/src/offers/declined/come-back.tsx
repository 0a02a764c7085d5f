import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { useApplyAgain } from "../use-apply-again.ts";
import { useDecline } from "./use-decline.ts";

/** The day from which the owner can apply again, and from then on the way to do it. */
export function ComeBack() {
  const { t } = useLingui();
  const { day: dayOf } = useWords();
  const again = useApplyAgain();
  const decline = useDecline();
  const day = decline && dayOf(decline.comeBackOn);
  const isForAge = decline?.changes.length === 1 && decline.changes[0]?.on === decline.comeBackOn;
  return (
    <section className="grid max-w-[68ch] gap-3 rounded-control bg-tint px-4.5 py-4">
      <div>
        <h2 className="mb-0.5 font-semibold">
          <Trans>When to come back</Trans>
        </h2>
        <p>
          {isForAge ? (
            <Trans>From {day} on your business is old enough. Applying again makes sense from then on.</Trans>
          ) : decline?.canApplyAgain ? (
            <Trans>You can apply again now.</Trans>
          ) : day ? (
            <Trans>You can apply again from {day} on.</Trans>
          ) : (
            <Trans>You can apply again 90 days after the decision.</Trans>
          )}{" "}
          <Trans>Your answers are kept: you look at them once more and give your consent.</Trans>
        </p>
      </div>
      {decline?.canApplyAgain && (
        <div className="grid sm:justify-items-start">
          <Button variant="secondary" busy={again.isPending} onClick={() => again.mutate()}>
            {t`Apply again`}
          </Button>
        </div>
      )}
      {again.isError && (
        <Notice tone="error">
          <p>{messageOf(again.error)}</p>
        </Notice>
      )}
    </section>
  );
}
