import { clsx } from "clsx";

type FigureProps = {
  /** An amount in two parts: "$6,507" and ".99". The cents are smaller and soft. */
  amount: { dollars: string; rest: string };
  size?: "figure" | "price" | "small";
};

const sizes = {
  figure: ["text-figure", "text-lead"],
  price: ["text-price", "text-lead"],
  small: ["text-title", "text-body"],
} as const;

/** The one amount that a page or a card is about. */
export function Figure({ amount: { dollars, rest }, size = "price" }: FigureProps) {
  const [large, small] = sizes[size];
  return (
    <span className={clsx("font-bold whitespace-nowrap tabular-nums", large)}>
      {dollars}
      <span className={clsx("font-semibold tracking-normal text-ink-soft", small)}>{rest}</span>
    </span>
  );
}
