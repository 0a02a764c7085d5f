import type { Workflow } from "@inlay/contracts/onboarding/workflow.ts";
import { minutesFor } from "@inlay/lending/onboarding/before-you-start.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { DoneIcon } from "@inlay/ui/icons/done-icon.tsx";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { SwitchBusiness } from "../../shared/business/switch-business.tsx";
import type { StepListProps } from "../../shared/flow/flow.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { useStepNames } from "./step-names.ts";

type Props = StepListProps<Workflow>;
type Row = { wireStep: string; name: string; state: "DONE" | "CURRENT" | "AHEAD"; onOpen: (() => void) | null };

/** All steps of an application: done, next and left. Completed steps can be changed until consent. */
export function StepList({ workflow, isArrival, isSkipped, takesFocus, onOpen }: Props) {
  const { t } = useLingui();
  const sections = useSections(workflow, isSkipped, onOpen);
  const rows = sections.flatMap((section) => section.rows);
  const open = rows.filter(({ state }) => state !== "DONE");
  const left = open.length;
  const minutes = minutesFor(open.flatMap(({ wireStep }) => onboardingStepOf(wireStep) ?? []));
  const next = rows.find(({ state }) => state === "CURRENT")?.name;
  return (
    <Screen
      title={t`Your application`}
      lead={
        isArrival ? (
          <Trans>Welcome back. What you have entered is kept, and you can go on where you stopped.</Trans>
        ) : (
          <Trans>What you have entered is kept. You can change what is done until you accept the terms.</Trans>
        )
      }
      aside={{
        title: t`No need to hurry`,
        body: (
          <Trans>
            You can close this page at any time and come back on any device. Nothing is decided before you accept the
            terms in the last step.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
    >
      <div className="grid gap-8">
        <Card className="grid gap-1">
          <p className="type-small">
            <Plural value={left} one="# step left" other="# steps left" />
            {" · "}
            <Trans>about {minutes} minutes</Trans>
          </p>
          <p className="type-subheader mb-2">
            <Trans>Next: {next}</Trans>
          </p>
          <FormFooter primary={{ onPress: () => onOpen(workflow.currentStep) }} canSwitch={false} />
        </Card>
        {sections.map(({ title, rows: inSection }) => (
          <section key={title} className="grid gap-2">
            <h2 className="type-subheader">{title}</h2>
            <ul className="border-t border-line">
              {inSection.map((row) => (
                <StepRow key={row.wireStep} {...row} />
              ))}
            </ul>
          </section>
        ))}
        <SwitchBusiness />
      </div>
    </Screen>
  );
}

function StepRow({ name, state, onOpen }: Row) {
  const statusId = useId();
  return (
    <li className="flex min-h-13 items-center justify-between gap-4 border-b border-line py-2">
      {onOpen ? (
        <Button
          variant="text"
          className="min-h-9! min-w-0 grow wrap-anywhere"
          aria-describedby={statusId}
          onClick={onOpen}
        >
          {name}
        </Button>
      ) : (
        <span className="min-w-0 wrap-anywhere">{name}</span>
      )}
      <span id={statusId} className="shrink-0 text-small">
        <Status state={state} />
      </span>
    </li>
  );
}

function Status({ state }: Pick<Row, "state">) {
  switch (state) {
    case "DONE":
      return (
        <span className="inline-flex items-center gap-1.5 text-good">
          <DoneIcon />
          <Trans>Done</Trans>
        </span>
      );
    case "CURRENT":
      return (
        <Badge tone="info">
          <Trans>In progress</Trans>
        </Badge>
      );
    case "AHEAD":
      return (
        <span className="text-ink-soft">
          <Trans>Not started</Trans>
        </span>
      );
  }
}

/** The steps under their headings, in the order of the flow. */
function useSections(
  { steps, doneSteps, currentStep }: Workflow,
  isSkipped: Props["isSkipped"],
  onOpen: Props["onOpen"],
): { title: string; rows: Row[] }[] {
  const names: Partial<Record<string, { section: string; name: string }>> = useStepNames();
  const at = (steps as string[]).indexOf(currentStep);
  const sections: { title: string; rows: Row[] }[] = [];
  for (const [index, wireStep] of steps.entries()) {
    const listed = names[onboardingStepOf(wireStep) ?? ""];
    if (!listed) continue;
    const state = index === at ? "CURRENT" : doneSteps.includes(wireStep) ? "DONE" : "AHEAD";
    // A completed step after one that is open again cannot be opened before that one is completed.
    const canOpen = index === at || (index < at && !isSkipped(wireStep));
    const row: Row = { wireStep, name: listed.name, state, onOpen: canOpen ? () => onOpen(wireStep) : null };
    const section = sections.at(-1);
    if (section?.title === listed.section) section.rows.push(row);
    else sections.push({ title: listed.section, rows: [row] });
  }
  return sections;
}
