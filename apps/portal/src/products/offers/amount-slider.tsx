import { type AmountRange, amountsOf } from "@inlay/lending/mechanics/amount-range.ts";
import { SliderField } from "@inlay/ui/fields/slider-field.tsx";
import { typedCents } from "@inlay/ui/fields/typed-money.ts";
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { useOfferFormats } from "./use-offer-formats.ts";

type AmountSliderProps = Pick<ComponentProps<typeof SliderField>, "size" | "children" | "disabledReason"> & {
  label: string;
  range: AmountRange;
  amountCents: number;
  onChange: (amountCents: number) => void;
};

/** A slider over the amounts that can be chosen: the smallest one, whole steps from it, and always the largest one. */
export function AmountSlider({ label, range, amountCents, onChange, ...slider }: AmountSliderProps) {
  const { dollars } = useOfferFormats();
  const texts = useSliderTexts(label);
  return (
    <SliderField
      {...slider}
      label={label}
      values={amountsOf(range)}
      value={amountCents}
      onChange={onChange}
      format={dollars}
      parse={typedCents}
      texts={texts}
    />
  );
}

/** The texts of a slider around its label. */
export function useSliderTexts(label: string) {
  const { t } = useLingui();
  return {
    less: t`Less: ${label}`,
    more: t`More: ${label}`,
    nearest: (value: string) => t`The nearest amount that you can choose is ${value}.`,
  };
}
