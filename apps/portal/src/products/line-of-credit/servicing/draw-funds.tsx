import { createDraw } from "@inlay/contracts/calls/payments.ts";
import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { StepProgress } from "@inlay/ui/feedback/step-progress.tsx";
import { MoneyField } from "@inlay/ui/fields/money-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../../../shared/language/words.ts";
import { useDoneBanner } from "../../../shared/page/banners.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession, useStepUpChange } from "../../../shared/session/portal-session.tsx";
import { useMonths, useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { useServicing } from "../../servicing/use-servicing.ts";
import { useAccountWords, useMayPay } from "../../servicing/use-servicing-words.ts";
import { AboutLimit } from "./about-limit.tsx";
import { drawAmountProblem, suggestedAmounts } from "./draw-amount.ts";
import { DrawChanges, DrawCost, DrawPrice, DrawReceived, DrawSchedule, useDrawQuote } from "./draw-quote.tsx";
import { useLine, useReadAgain, useWhyNotDraw } from "./use-line.ts";

type Step = "DETAILS" | "CONFIRM" | "ABOUT_LIMIT";

/** A draw: its amount with its price, and its confirmation. The page about the limit leads back to the step before it. */
export function DrawFunds({ issuedProductId, takesFocus }: PageProps<"DRAW_FUNDS">) {
  const { t } = useLingui();
  const line = useLine(issuedProductId);
  const { open } = useServicing();
  const whyNot = useWhyNotDraw()(line);
  const mayDraw = useMayPay();
  const [{ step, before, hasMoved }, setStep] = useState({
    step: "DETAILS" as Step,
    before: "DETAILS" as Step,
    hasMoved: false,
  });
  const [amountCents, setAmount] = useState<number | null>(null);
  const go = (next: Step) => setStep({ step: next, before: step, hasMoved: true });
  const toLine = () => open({ page: "PRODUCT", issuedProductId });
  if (!mayDraw || whyNot)
    return (
      <Page title={t`Draw funds`} takesFocus={takesFocus}>
        <EmptyState title={whyNot ?? t`Only an owner or an operator can draw.`} />
        <FormFooter primary={{ label: t`Done`, onPress: toLine }} canSwitch={false} />
      </Page>
    );
  const flow = { line, takesFocus: takesFocus || hasMoved, onAboutLimit: () => go("ABOUT_LIMIT") };
  if (step === "ABOUT_LIMIT") return <AboutLimit line={line} onBack={() => go(before)} />;
  if (step === "CONFIRM" && amountCents !== null)
    return <Confirm {...flow} amountCents={amountCents} onBack={() => go("DETAILS")} />;
  return (
    <Details
      {...flow}
      amountCents={amountCents}
      onChange={setAmount}
      onContinue={() => go("CONFIRM")}
      onBack={toLine}
    />
  );
}

function Page({ title, takesFocus, children }: { title: string; takesFocus: boolean; children: ReactNode }) {
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <Heading takesFocus={takesFocus}>{title}</Heading>
      {children}
    </div>
  );
}

type FlowProps = { line: LineOfCreditServicing; takesFocus: boolean; onAboutLimit: () => void; onBack: () => void };

function FlowSteps({ current }: { current: 1 | 2 }) {
  const { t } = useLingui();
  return <StepProgress current={current} total={2} label={t`Draw funds, step ${current} of 2`} />;
}

type DetailsProps = FlowProps & {
  amountCents: number | null;
  onChange: (amountCents: number | null) => void;
  onContinue: () => void;
};

/** The amount of the draw. Its price follows while it moves. */
export function Details({ line, takesFocus, amountCents, onChange, onContinue, onBack, onAboutLimit }: DetailsProps) {
  const { t } = useLingui();
  const { money, dollars, parts } = useOfferFormats();
  const { region } = useWords();
  const months = useMonths();
  const { availableCents, drawableCents, termMonths } = line;
  const problem = drawAmountProblem(amountCents, drawableCents);
  const sentences = {
    REQUIRED: t`Draw request is required`,
    TOO_SMALL: t`Must be greater than $1`,
    OVER_LIMIT: t`Amount cannot exceed remaining limit`,
  };
  const [isEdited, setEdited] = useState(amountCents !== null);
  const change = (next: number | null) => {
    setEdited(true);
    onChange(next);
  };
  const valid = problem === null && amountCents !== null ? amountCents : null;
  const [rest, left] = [money(availableCents), valid === null ? null : money(availableCents - valid)];
  const term = months(termMonths);
  const most = drawableCents / 100;
  const at = Number.isFinite(amountCents) ? Math.min(most, Math.max(1, Math.round((amountCents ?? 0) / 100))) : 1;
  const choices = [
    ...suggestedAmounts(drawableCents).map((cents) => ({ cents, label: dollars(cents) })),
    { cents: drawableCents, label: t`All` },
  ];
  return (
    <div className="grid gap-6">
      <title>{t`Submit details`}</title>
      <div className="grid gap-4">
        <FlowSteps current={1} />
        <Heading takesFocus={takesFocus}>{t`Submit details`}</Heading>
        <p className="-mt-2 text-ink-soft">{t`How much do you want to draw?`}</p>
      </div>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
        <div className="grid gap-6">
          <Card className="grid gap-4">
            <MoneyField
              label={t`Draw amount`}
              amountCents={amountCents}
              onChange={change}
              error={isEdited && problem ? sentences[problem] : undefined}
            />
            <div className="grid gap-1">
              <input
                type="range"
                min={1}
                max={Math.max(2, most)}
                step={1}
                value={at}
                onChange={({ target }) => change(Math.min(drawableCents, Number(target.value) * 100))}
                aria-label={t`Draw amount, slider`}
                aria-valuetext={valid === null ? sentences.REQUIRED : money(valid)}
                style={{ "--share": most > 1 ? (at - 1) / (most - 1) : 1 } as Record<string, number>}
                className="slider"
              />
              <div className="flex justify-between gap-4 text-tiny text-ink-soft">
                <span>
                  {new Intl.NumberFormat(region, {
                    style: "currency",
                    currency: "USD",
                    maximumFractionDigits: 0,
                  }).format(1)}
                </span>
                <span>{parts(drawableCents).dollars}</span>
              </div>
            </div>
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">{t`Amounts to choose`}</legend>
              {choices.map(({ cents, label }) => (
                <button
                  key={label}
                  type="button"
                  aria-pressed={cents === amountCents}
                  onClick={() => change(cents)}
                  className="min-h-11 cursor-pointer rounded-pill border border-field-line bg-card px-4 font-semibold tabular-nums hover:bg-tint aria-pressed:border-primary aria-pressed:bg-tint"
                >
                  {label}
                </button>
              ))}
            </fieldset>
            <p className="type-small">
              {left === null
                ? t`Your remaining limit is ${rest}.`
                : t`Your remaining limit is ${rest}. After this draw: ${left}.`}
            </p>
            <div className="-my-3">
              <Button variant="text" onClick={onAboutLimit}>{t`About your limit`}</Button>
            </div>
          </Card>
          {valid !== null && (
            <section className="grid gap-3">
              <h2 className="type-subheader">{t`Your payments`}</h2>
              <p className="type-small">
                <Trans>Your line repays each draw over {term}. You can pay it off earlier.</Trans>
              </p>
              <DrawSchedule line={line} amountCents={valid} />
            </section>
          )}
        </div>
        {valid === null ? (
          <Card>
            <p className="text-ink-soft">{t`Choose an amount to see what it costs.`}</p>
          </Card>
        ) : (
          <DrawCost line={line} amountCents={valid} />
        )}
      </div>
      <FormFooter
        primary={{
          label: t`Continue`,
          onPress: onContinue,
          disabledReason: problem === null ? null : sentences[problem],
        }}
        onBack={onBack}
        canSwitch={false}
      >
        {valid !== null && <DrawPrice line={line} amountCents={valid} />}
      </FormFooter>
    </div>
  );
}

/** What was chosen, once more, and what it changes. The button says the amount that it moves. */
export function Confirm({ line, takesFocus, amountCents, onBack, onAboutLimit }: FlowProps & { amountCents: number }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { ask, report } = usePortalSession();
  const { open } = useServicing();
  const showDone = useDoneBanner();
  const { issuedProductId } = line;
  const readAgain = useReadAgain(issuedProductId);
  const quote = useDrawQuote(line, amountCents);
  const amount = money(amountCents);
  const account = useAccountWords()(line.paidTo);
  useStepUpChange([
    { label: t`Draw amount`, value: amount },
    { label: t`You receive`, value: money(quote.netDisbursementAmountCents) },
    { label: t`To`, value: account },
  ]);
  const draw = useMutation({
    mutationFn: async () => {
      await ask(createDraw, { params: { id: issuedProductId }, body: { amountCents } });
      await readAgain();
    },
    onSuccess: () => {
      showDone(t`Your draw of ${amount} is requested.`);
      open({ page: "DRAW_HISTORY", issuedProductId });
    },
    onError: () => {
      report({ eventType: "DRAW_CREATE_FAILED", issuedProductId });
      void readAgain();
    },
  });
  return (
    <div className="grid gap-6">
      <title>{t`Confirm details`}</title>
      <div className="grid gap-4">
        <FlowSteps current={2} />
        <Heading takesFocus={takesFocus}>{t`Confirm details`}</Heading>
        <p className="-mt-2 text-ink-soft">{t`Money moves only when you press Draw ${amount}.`}</p>
      </div>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
        <DrawReceived line={line} amountCents={amountCents} />
        <div className="grid gap-6">
          <DrawChanges line={line} amountCents={amountCents} />
          <section className="grid gap-3">
            <h2 className="type-subheader">{t`Your payments`}</h2>
            <DrawSchedule line={line} amountCents={amountCents} />
          </section>
          <div className="-my-3">
            <Button variant="text" onClick={onAboutLimit}>{t`About your limit`}</Button>
          </div>
        </div>
      </div>
      <FormFooter
        primary={{
          label: t`Draw ${amount}`,
          onPress: () => !draw.isPending && draw.mutate(),
          busy: draw.isPending,
          disabledReason: line.paidTo ? null : t`There is no bank account that a draw can be paid to.`,
        }}
        onBack={onBack}
        canSwitch={false}
      >
        <div className="grid gap-3">
          <DrawPrice line={line} amountCents={amountCents} />
          {draw.isError && (
            <Notice tone="error">
              <p>{messageOf(draw.error)}</p>
            </Notice>
          )}
        </div>
      </FormFooter>
    </div>
  );
}
