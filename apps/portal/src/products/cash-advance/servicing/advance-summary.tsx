import { Card } from "@inlay/ui/card.tsx";
import { useState } from "react";
import { useDueLines } from "../../servicing/advance/advance-figure.tsx";
import { AdvanceFrame, UnfundedAdvance, useIsUnfunded } from "../../servicing/advance/advance-frame.tsx";
import { Balance } from "../../servicing/advance/balance.tsx";
import { Details } from "../../servicing/advance/details.tsx";
import { Breach, LateAdvance } from "../../servicing/advance/late-advance.tsx";
import { NextPayment } from "../../servicing/advance/next-payment.tsx";
import { Sales } from "../../servicing/advance/sales.tsx";
import { RequestTrueUp, TrueUps } from "../../servicing/advance/true-ups.tsx";
import { useAdvance, useReadAgain } from "../../servicing/advance/use-advance.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { PayFromAccount } from "../../servicing/pay-from-account.tsx";
import { PayNow, PendingPayNow } from "../../servicing/pay-now.tsx";
import { PaymentDay } from "../../servicing/payment-day.tsx";

/** What the owner does on the page of an advance. */
type View = "SUMMARY" | "PAY_NOW" | "OTHER_ACCOUNT" | "TRUE_UP" | "RETRY_DAY";

/** The page of a cash advance, whose share of sales is debited by period. */
export function AdvanceSummary(props: PageProps<"PRODUCT">) {
  const isUnfunded = useIsUnfunded(props.issuedProductId);
  return isUnfunded ? <UnfundedAdvance {...props} productType="MCA" /> : <FundedAdvance {...props} />;
}

function FundedAdvance({ issuedProductId, takesFocus }: PageProps<"PRODUCT">) {
  const [{ view, hasReturned }, setView] = useState<{ view: View; hasReturned: boolean }>({
    view: "SUMMARY",
    hasReturned: false,
  });
  const advance = useAdvance(issuedProductId);
  const readAgain = useReadAgain(issuedProductId);
  const dueLines = useDueLines(advance);
  const open = (next: View) => () => setView({ view: next, hasReturned: true });
  const back = open("SUMMARY");
  if (view === "TRUE_UP") return <RequestTrueUp advance={advance} onBack={back} />;
  if (view === "RETRY_DAY")
    return <PaymentDay product={advance} kind="RETRY_DAY" readAgain={readAgain} onBack={back} />;
  if (view === "OTHER_ACCOUNT") return <PayFromAccount product={advance} readAgain={readAgain} onBack={back} />;
  const { breach, overdue, payNowPending } = advance;
  if (view === "PAY_NOW") {
    const due = overdue && dueLines(overdue);
    return <PayNow product={advance} overdue={due} readAgain={readAgain} onBack={back} />;
  }
  return (
    <AdvanceFrame
      advance={advance}
      takesFocus={takesFocus || hasReturned}
      alerts={
        <>
          {breach && <Breach advance={advance} breach={breach} />}
          {payNowPending && <PendingPayNow product={advance} pending={payNowPending} readAgain={readAgain} />}
          {overdue && (
            <LateAdvance
              advance={advance}
              overdue={overdue}
              onPayNow={open("PAY_NOW")}
              onAskTrueUp={open("TRUE_UP")}
              onChooseRetryDay={open("RETRY_DAY")}
              onUseOtherAccount={open("OTHER_ACCOUNT")}
            />
          )}
        </>
      }
      main={
        <Card className="grid gap-5">
          <Balance advance={advance} />
          <Sales advance={advance} />
        </Card>
      }
      beside={
        <>
          <NextPayment advance={advance} />
          <Details advance={advance} />
          <TrueUps advance={advance} onAsk={open("TRUE_UP")} />
        </>
      }
    />
  );
}
