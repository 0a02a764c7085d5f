import { Fragment, useState } from "react";
import type { Component } from "../page/on-demand.tsx";
import type { Completion, StepScreen, TestHelperProps } from "./flow.ts";
import { LoadingStep } from "./loading-step.tsx";
import { UnknownStep } from "./unknown-step.tsx";

type SubStep = { id?: string; subStep: string };

type SubStepsProps = {
  screens: Readonly<Record<string, Component<StepScreen<never, object>>>>;
  /** The inputs that are requested, in the server's order. The first one is shown. */
  subSteps: readonly SubStep[];
  /** The data of the first input's screen. */
  data: unknown;
  onComplete: (completion: Completion) => Promise<void>;
  takesFocus: boolean;
  TestHelper: Component<TestHelperProps>;
};

/** These inputs have no drafts, and there is no way back to the steps before them. */
const unkept = { draft: null, onDraft: () => {}, onBack: null } as const;

const keyOf = (head: SubStep | undefined) => head?.id ?? head?.subStep;

/** The inputs of one step, one after the other. */
export function SubSteps({ screens, subSteps, data, onComplete, takesFocus, TestHelper }: SubStepsProps) {
  const [head] = subSteps;
  const key = keyOf(head);
  const [firstKey] = useState(key);
  if (!head) return <LoadingStep />;
  const { id, subStep } = head;
  const Screen = screens[subStep];
  if (!Screen) return <UnknownStep step={subStep} />;
  const complete = (answer: object) => onComplete({ subStep, ...(id && { inputId: id }), data: { ...answer } });
  return (
    <Fragment key={key}>
      <Screen
        {...unkept}
        data={data as never}
        onComplete={complete}
        // An input after the first is shown because the person has answered.
        takesFocus={takesFocus || key !== firstKey}
      />
      <TestHelper of={subStep} data={data} onComplete={complete} />
    </Fragment>
  );
}
