import { useState } from "react";
import type { StepScreen } from "../step-screen.ts";
import { BeforeYouStart } from "./start-flow/before-you-start.tsx";
import { Eligibility } from "./start-flow/eligibility.tsx";
import { EligibilityScreener } from "./start-flow/eligibility-screener.tsx";
import { Prequalification } from "./start-flow/prequalification.tsx";

type Answers = { isEligible: boolean; answers: Parameters<StepScreen<"START_FLOW">["onComplete"]>[0] };

/**
 * The first page: what the business is prequalified for, or three questions and what they come to. Before the first question of all
 * stands what to know before it, once: whoever has begun to answer has read it.
 */
export function StartFlow(props: StepScreen<"START_FLOW">) {
  const { data, draft, onComplete, takesFocus } = props;
  const told = data.beforeYouStart;
  const [isFirst, setFirst] = useState(draft === null);
  const [result, setResult] = useState<Answers | null>(null);
  const [isReturn, setReturn] = useState(false);

  switch (data.variant) {
    case "DISPLAY_PREQUALIFICATION":
      return told && !isFirst ? (
        <BeforeYouStart
          facts={told}
          takesFocus
          onContinue={() => onComplete({})}
          onBack={() => {
            setReturn(true);
            setFirst(true);
          }}
        />
      ) : (
        <Prequalification
          prequalification={data.prequalification}
          takesFocus={takesFocus || isReturn}
          onContinue={async () => (told ? setFirst(false) : onComplete({}))}
        />
      );
    case "ELIGIBILITY_SCREENER":
      if (told && isFirst)
        return <BeforeYouStart facts={told} takesFocus={takesFocus} onContinue={async () => setFirst(false)} />;
      return result ? (
        <Eligibility
          isEligible={result.isEligible}
          onContinue={() => onComplete(result.answers)}
          onBack={() => {
            setReturn(true);
            setResult(null);
          }}
        />
      ) : (
        <EligibilityScreener
          {...props}
          // Whoever has just read what stands before it has moved.
          takesFocus={takesFocus || isReturn || (told !== null && draft === null)}
          minimumScore={data.minimumFicoScoreRequiredOnPlatform}
          onAnswered={(isEligible, answers) => setResult({ isEligible, answers })}
        />
      );
    case "NEITHER":
      // Once it was read, nobody sees this one: the flow has sent the answer already.
      return told && <BeforeYouStart facts={told} takesFocus={takesFocus} onContinue={() => onComplete({})} />;
  }
}
