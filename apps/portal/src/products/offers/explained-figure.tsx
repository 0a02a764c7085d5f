import type { Explanation, Given } from "@inlay/lending/explain/formula.ts";
import { Receipt, type ReceiptRow } from "@inlay/ui/figures/receipt.tsx";
import { Explain } from "@inlay/ui/overlays/explain.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formulaWords, inputWords } from "./explanation-words.ts";
import { runsOf } from "./runs-of.ts";
import { useOfferFormats } from "./use-offer-formats.ts";

type ExplainedFigureProps = {
  /** The figure as it is shown. */
  text: string;
  /** The figure of a page in its size. Without it: the text. */
  shown?: ReactNode;
  /** The name of the figure in the calculation: "aprPercentage". */
  figure: string;
  /** The calculation with its explanations. It runs when the figure is opened. */
  explain: () => ReadonlyMap<string, Explanation>;
  /** A sentence about this very offer. Without it: what the formula does. */
  words?: ReactNode;
  /** Other names for inputs of the formula. Null leaves an input out. */
  names?: InputNames;
  /** Below the derivation, for example all payments. */
  more?: () => ReactNode;
};

/** By the name of an input in the calculation. */
export type InputNames = Readonly<Record<string, string | null>>;

/** A figure that opens its derivation: in words, with its inputs, and by which method. */
export function ExplainedFigure({ text, shown, figure, explain, words, names = {}, more }: ExplainedFigureProps) {
  const { t } = useLingui();
  return (
    <Explain
      figure={shown ?? text}
      label={t`${text}, how we get this number`}
      title={t`How we get ${text}`}
      closeLabel={t`Close`}
    >
      {() => {
        const explanation = explain().get(figure);
        return (
          <>
            {explanation && <Derivation explanation={explanation} result={text} words={words} names={names} />}
            {more?.()}
          </>
        );
      }}
    </Explain>
  );
}

type DerivationProps = { explanation: Explanation; result: string; words: ReactNode; names: InputNames };

function Derivation({ explanation, result, words, names }: DerivationProps) {
  const { i18n, t } = useLingui();
  const { formula, inputs, rounding } = explanation;
  const rowsOf = useInputRows(names);
  const doing = formulaWords[formula.name];
  const { name, version } = formula;
  const method = isApr(formula.name) ? t`Appendix J method, version ${version}` : t`Method ${name}, version ${version}`;
  return (
    <>
      <p>{words ?? (doing && i18n._(doing))}</p>
      <div className="rounded-control bg-tint px-3.5 py-3">
        <Receipt
          rows={[
            ...inputs.flatMap(({ name, value }, at) => rowsOf(name, value, formula.name === "rest" && at > 0)),
            ...(names["unitPeriod"] === null ? [] : rateRows(explanation, t`Rate per month`)),
            { label: isApr(formula.name) ? t`Yearly rate (APR)` : t`Result`, value: result, isTotal: true },
          ]}
        />
      </div>
      <p className="text-tiny text-ink-soft">
        {method}
        {rounding && ` · ${isApr(formula.name) ? t`rounded to 0.01%` : t`rounded to whole cents`}`}
      </p>
    </>
  );
}

const isApr = (formula: string): boolean => formula.startsWith("annual-percentage-rate");

/** The rate of one month, by which the APR is computed for monthly payments. */
function rateRows({ inputs, result }: Explanation, label: string): ReceiptRow[] {
  const isMonthly = inputs.some(({ name, value }) => name === "unitPeriod" && value === "MONTH");
  return isMonthly ? [{ label, value: `${(result / 12).toFixed(4)}% × 12` }] : [];
}

/** The rows of an input. What has no name for an owner is left out. */
function useInputRows(names: InputNames): (name: string, value: Given, isTakenAway: boolean) => ReceiptRow[] {
  const { i18n, t } = useLingui();
  const { money, minus, share, date } = useOfferFormats();
  const payments = (amounts: readonly number[]): ReceiptRow[] => {
    const runs = runsOf(amounts);
    return runs.map(({ count, cents }, at) => {
      const isLast = at > 0 && at === runs.length - 1;
      const label = count > 1 ? t`${count} payments of` : isLast ? t`1 last payment of` : t`1 payment of`;
      return { label, value: money(cents) };
    });
  };
  return (name, value, isTakenAway) => {
    if (name === "paymentsCents" && Array.isArray(value)) return payments(value.map(Number));
    if (name === "amountsCents" && Array.isArray(value))
      return value.map((cents, at) => {
        const number = at + 1;
        return { label: t`Payment ${number}`, value: money(Number(cents)) };
      });
    const words = inputWords[name];
    const label = names[name] === undefined ? words && i18n._(words) : names[name];
    if (!label) return [];
    if (typeof value === "number" && name.endsWith("Cents"))
      return value === 0 ? [] : [{ label, value: isTakenAway ? minus(value) : money(value) }];
    if (name.toLowerCase().endsWith("percentage")) return [{ label, value: share(String(value)) }];
    if (name === "feeFactor") return [{ label, value: share(Number(value) * 100 - 100) }];
    if (name.endsWith("On")) return [{ label, value: date(String(value)) }];
    return [{ label, value: String(value) }];
  };
}
