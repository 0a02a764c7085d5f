import { completeServicingStep, getServicingStep } from "@inlay/contracts/calls/servicing.ts";
import type { ServicingData } from "@inlay/contracts/issued-product.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { servicingHomeQuery, servicingWorkflowQuery } from "../shared/api/queries.ts";
import { isNotCurrent } from "../shared/flow/use-moved-on.ts";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../shared/language/words.ts";
import { Heading } from "../shared/page/heading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";

const id = "INIT_SERVICING_FLOW";
export const welcomeKey = ["step", "servicing", id];

/** The congratulation for a product that was just issued. Each product has one, and it is shown once. */
export function Welcome({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  const session = usePortalSession();
  const queryClient = useQueryClient();
  const workflow = servicingWorkflowQuery(session);
  const reloadIfOver = (error: unknown) => {
    if (isNotCurrent(error)) void queryClient.invalidateQueries(workflow);
  };
  const { data } = useSuspenseQuery({
    queryKey: welcomeKey,
    queryFn: async () => {
      try {
        return await session.ask(getServicingStep, { params: { id } });
      } catch (error) {
        // The page was completed in another window.
        reloadIfOver(error);
        throw error;
      }
    },
    gcTime: 0,
  });
  const { issuedProduct, fundsExpectedOn } = data.existingData;
  const [firstProduct] = useState(issuedProduct?.id);
  const goOn = useMutation({
    mutationFn: (issuedProductId: string) =>
      session.ask(completeServicingStep, { body: { eventType: "SERVICING_FLOW_INITIALIZED", issuedProductId } }),
    onSuccess: async (next) => {
      // The next page is of another product, or the list of all products.
      if (next.currentStep === id) await queryClient.invalidateQueries({ queryKey: welcomeKey });
      else await queryClient.prefetchQuery(servicingHomeQuery(session));
      queryClient.setQueryData(workflow.queryKey, next);
    },
    onError: reloadIfOver,
  });
  const words = useWelcomeWords(fundsExpectedOn);
  if (!issuedProduct) throw new Error("A welcome page is about a product.");
  const { title, lead, figures } = words(issuedProduct.servicingData);
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <Heading key={issuedProduct.id} takesFocus={takesFocus || issuedProduct.id !== firstProduct}>
          {title}
        </Heading>
        <p className="max-w-[60ch] text-ink-soft">{lead}</p>
      </div>
      {figures.length > 0 && (
        <Card className="max-w-[52ch]">
          <FigureList rows={figures} />
        </Card>
      )}
      <FormFooter
        primary={{
          label: t`Continue`,
          onPress: () => !goOn.isPending && goOn.mutate(issuedProduct.id),
          busy: goOn.isPending,
        }}
      >
        {goOn.isError && (
          <Notice tone="error">
            <p>{messageOf(goOn.error)}</p>
          </Notice>
        )}
      </FormFooter>
    </div>
  );
}

type WelcomeWords = { title: string; lead: string; figures: { label: string; value: string; isTotal?: boolean }[] };

/** The congratulation by product. Before weekends and holidays "24 hours" is not exact, so the day is named as well. */
function useWelcomeWords(fundsExpectedOn: string | null): (data: ServicingData) => WelcomeWords {
  const { t } = useLingui();
  const { dollars, day: wordsOf } = useWords();
  const day = fundsExpectedOn && wordsOf(fundsExpectedOn);
  const arrival = day ? t`We expect the money in your account by ${day}.` : "";
  const leadOf = (text: string) => [text, arrival].filter(Boolean).join(" ");
  return (data) => {
    switch (data.product) {
      case "TERM_LOAN": {
        const amount = dollars(data.netDisbursementAmountCents);
        const payoffCents = data.refiExistingLoanPayoffAmountCents;
        return {
          title: t`Congratulations! ${amount} is on the way to your account`,
          lead: leadOf(
            t`Funds are deposited within 24 hours, net of the origination fee and of any payoff of existing debts.`,
          ),
          figures: [
            { label: t`Loan amount`, value: dollars(data.loanAmountCents) },
            { label: t`Origination fee`, value: `−${dollars(data.originationFeeCents)}` },
            ...(payoffCents > 0 ? [{ label: t`Payoff of existing debts`, value: `−${dollars(payoffCents)}` }] : []),
            { label: t`You receive`, value: amount, isTotal: true },
          ],
        };
      }
      case "FAST_PAY":
      case "EXTEND_PAY_PURCHASE_ORDER": {
        const amount = dollars(data.monthlyLimitAmountCents);
        return {
          title: t`Congratulations! Your monthly credit limit of ${amount} is ready`,
          lead: t`Funds in as little as 24 hours.`,
          figures: [],
        };
      }
      case "LOC_TERM_LOAN": {
        const amount = dollars(data.limitAmountCents);
        return {
          title: t`Congratulations! Your credit limit of ${amount} is ready`,
          lead: t`Your line of credit is open.`,
          figures: [],
        };
      }
      case "MCA": {
        const amount = dollars(data.advanceAmountCents);
        return {
          title: t`Congratulations! Your advance of ${amount} is on the way`,
          lead: leadOf(""),
          figures: [],
        };
      }
      case "INTEGRATED_MCA": {
        const amount = dollars(data.netDisbursementAmountCents);
        const payoffCents = data.advanceAmountCents - data.netDisbursementAmountCents;
        return {
          title: t`Congratulations! ${amount} is on the way to your account`,
          lead: leadOf(payoffCents > 0 ? t`This is your advance, net of any existing-debt payoff.` : ""),
          figures:
            payoffCents > 0
              ? [
                  { label: t`Advance`, value: dollars(data.advanceAmountCents) },
                  { label: t`Existing-debt payoff`, value: `−${dollars(payoffCents)}` },
                  { label: t`You receive`, value: amount, isTotal: true },
                ]
              : [],
        };
      }
    }
  };
}
