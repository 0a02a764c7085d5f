import { useState } from "react";
import type { StepScreen } from "../step-screen.ts";
import { Eligibility } from "./start-flow/eligibility.tsx";
import { EligibilityScreener } from "./start-flow/eligibility-screener.tsx";
import { Prequalification } from "./start-flow/prequalification.tsx";

type Answers = { isEligible: boolean; answers: Parameters<StepScreen<"START_FLOW">["onComplete"]>[0] };

/** The first page: what the business is prequalified for, or three questions and what they come to. */
export function StartFlow(props: StepScreen<"START_FLOW">) {
  const { data, onComplete, takesFocus } = props;
  const [result, setResult] = useState<Answers | null>(null);
  const [isReturn, setReturn] = useState(false);

  switch (data.variant) {
    case "DISPLAY_PREQUALIFICATION":
      return (
        <Prequalification
          prequalification={data.prequalification}
          takesFocus={takesFocus}
          onContinue={() => onComplete({})}
        />
      );
    case "ELIGIBILITY_SCREENER":
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
          takesFocus={takesFocus || isReturn}
          minimumScore={data.minimumFicoScoreRequiredOnPlatform}
          onAnswered={(isEligible, answers) => setResult({ isEligible, answers })}
        />
      );
    case "NEITHER":
      // Nobody sees this one: the flow has sent the answer already.
      return null;
  }
}
