import { useId } from "react";
import { Button } from "react-aria-components/Button";
import { Group } from "react-aria-components/Group";
import { useLocale } from "react-aria-components/I18nProvider";
import { Input } from "react-aria-components/Input";
import { NumberField } from "react-aria-components/NumberField";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";

type SliderFieldProps = {
  label: string;
  value: number;
  least: number;
  most: number;
  step: number;
  onChange: (value: number) => void;
  /** Formats the number, for example as dollars. */
  format?: Intl.NumberFormatOptions;
  id?: string;
};

/** A number that can be set by dragging, typing or stepping. */
export function SliderField({ label, value, least, most, step, onChange, format = {}, id }: SliderFieldProps) {
  const labelId = useId();
  const { locale } = useLocale();
  const write = new Intl.NumberFormat(locale, format);
  const room = Math.max(widthOf(write.format(least)), widthOf(write.format(most)));
  const share = most > least ? ((value - least) / (most - least)) * 100 : 0;
  const step44 =
    "grid size-11 shrink-0 cursor-pointer place-items-center rounded-control border border-field-line bg-card text-lead leading-none text-ink hover:bg-tint data-disabled:cursor-default data-disabled:border-line data-disabled:text-on-disabled";
  return (
    <div className="grid gap-1">
      <NumberField
        aria-labelledby={labelId}
        value={value}
        minValue={least}
        maxValue={most}
        step={step}
        onChange={(typed) => !Number.isNaN(typed) && onChange(typed)}
        formatOptions={format}
        isWheelDisabled
      >
        <p id={labelId} className="type-small">
          {label}
        </p>
        <Group className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* The field fits the longest figure. Buttons that do not fit beside it move below. */}
          <Input
            style={{ minWidth: `min(100%, ${room}ch)` }}
            {...(id && { id })}
            className="-ml-1 w-0 grow rounded-control border-0 bg-transparent px-1 text-figure font-bold text-ink tabular-nums"
          />
          <div className="flex gap-2">
            <Button slot="decrement" className={step44}>
              −
            </Button>
            <Button slot="increment" className={step44}>
              +
            </Button>
          </div>
        </Group>
      </NumberField>
      <Slider
        aria-labelledby={labelId}
        value={value}
        minValue={least}
        maxValue={most}
        step={step}
        onChange={onChange}
        formatOptions={format}
        className="grid"
      >
        {/* The inset is half the thumb's width, so that the thumb stays inside at either end. */}
        <SliderTrack className="relative mx-3.5 h-11 cursor-pointer">
          <div className="absolute inset-x-[-0.875rem] top-1/2 h-2 -translate-y-1/2 rounded-pill bg-line">
            <div className="h-full rounded-pill bg-chart-1" style={{ width: `${share}%` }} />
          </div>
          <SliderThumb className="top-1/2 size-7 rounded-pill border-2 border-chart-1 bg-card shadow-card outline-offset-2 outline-focus data-dragging:bg-tint data-focus-visible:outline-3" />
        </SliderTrack>
        <div className="type-small flex justify-between gap-4">
          <span>{write.format(least)}</span>
          <span>{write.format(most)}</span>
        </div>
      </Slider>
    </div>
  );
}

/** The width of a formatted figure in digit widths. Points, commas and spaces are narrower than digits. */
const widthOf = (figure: string) =>
  0.4 + [...figure].reduce((sum, sign) => sum + (/[.,\s]/.test(sign) ? 0.4 : 0.95), 0);
