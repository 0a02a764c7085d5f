import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { useLingui } from "@lingui/react/macro";

/** The way from the first page to the offers. */
export function NextSteps({ done }: { done: string }) {
  const { t } = useLingui();
  return (
    <div className="pt-2">
      <Timeline
        doneLabel={t`Done`}
        stops={[
          { label: done, state: "DONE" },
          {
            label: t`Your application`,
            detail: t`We ask about you and the business, and connect to your bank.`,
            state: "NOW",
          },
          { label: t`Offers`, detail: t`You see every cost. Nothing is owed until you sign.`, state: "LATER" },
        ]}
      />
    </div>
  );
}
