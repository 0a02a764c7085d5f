import type { EligibilityAnswers } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { useEffect, useState } from "react";
import { onDemand } from "../../shared/page/on-demand.tsx";
import type { StepScreen } from "../step-screen.ts";
import { BeforeYouStart } from "./start-flow/before-you-start.tsx";
import { Eligibility } from "./start-flow/eligibility.tsx";
import { Prequalification } from "./start-flow/prequalification.tsx";

// The first form of the flow. What forms need is downloaded while the person reads the page before it.
const EligibilityScreener = onDemand(
  async () => (await import("./start-flow/eligibility-screener.tsx")).EligibilityScreener,
);

/**
 * The first page: the prequalification of the business, or three eligibility questions and their result. The information before the
 * start is shown once, before the first question: a person with a draft has already read it.
 */
export function StartFlow(props: StepScreen<"START_FLOW">) {
  const { data, draft, onComplete, takesFocus } = props;
  const facts = data.beforeYouStart;
  const [isFirst, setFirst] = useState(draft === null);
  const [answers, setAnswers] = useState<EligibilityAnswers | null>(null);
  const [isReturn, setReturn] = useState(false);

  const asks = data.variant === "ELIGIBILITY_SCREENER";
  useEffect(() => {
    // A failed download is tried again when the person continues.
    if (asks) void EligibilityScreener.preload().catch(() => undefined);
  }, [asks]);

  switch (data.variant) {
    case "DISPLAY_PREQUALIFICATION":
      return facts && !isFirst ? (
        <BeforeYouStart
          facts={facts}
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
          onContinue={async () => (facts ? setFirst(false) : onComplete({}))}
        />
      );
    case "ELIGIBILITY_SCREENER":
      if (facts && isFirst)
        return (
          <BeforeYouStart
            facts={facts}
            takesFocus={takesFocus}
            onContinue={async () => {
              await EligibilityScreener.preload();
              setFirst(false);
            }}
          />
        );
      return answers ? (
        <Eligibility
          answers={answers}
          minimumScore={data.minimumFicoScoreRequiredOnPlatform}
          onContinue={() => onComplete(answers)}
          onBack={() => {
            setReturn(true);
            setAnswers(null);
          }}
        />
      ) : (
        <EligibilityScreener
          {...props}
          // The person has just come from the information before the start.
          takesFocus={takesFocus || isReturn || (facts !== null && draft === null)}
          minimumScore={data.minimumFicoScoreRequiredOnPlatform}
          answers={data.eligibilityAnswers}
          onAnswered={setAnswers}
        />
      );
    case "NEITHER":
      // Without information before the start this page is not shown: the flow has already sent the answer.
      return facts && <BeforeYouStart facts={facts} takesFocus={takesFocus} onContinue={() => onComplete({})} />;
  }
}
