import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Spinner } from "./spinner.tsx";

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> & {
  variant?: "primary" | "secondary" | "text";
  /** Something is under way: the button stays where it is and keeps the focus, but does nothing. */
  busy?: boolean;
  /** Why the button does nothing for now. It can still be reached, and says so. */
  disabledReason?: string | null | undefined;
};

const base = "type-button cursor-pointer motion-safe:transition-colors aria-disabled:cursor-default";
const boxed = "inline-flex min-h-12 items-center justify-center gap-2.5 rounded-control px-6 py-2";
const variants = {
  primary: `${base} ${boxed} bg-primary text-on-primary`,
  secondary: `${base} ${boxed} border border-field-line bg-card text-ink`,
  text: `${base} inline-flex min-h-12 items-center gap-2.5 text-left text-link underline underline-offset-3`,
};
const hover = { primary: "hover:bg-primary-strong", secondary: "hover:bg-tint", text: "hover:no-underline" };
const disabledClasses = {
  primary: "bg-disabled! text-on-disabled!",
  secondary: "border-line! text-on-disabled!",
  text: "text-on-disabled! no-underline!",
};

export function Button({
  variant = "primary",
  busy = false,
  disabledReason,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const off = Boolean(disabledReason) || rest["aria-disabled"] === true;
  const still = busy || off;
  const button = (
    <button
      {...rest}
      type={type}
      aria-disabled={still || undefined}
      aria-describedby={disabledReason ? reasonId : rest["aria-describedby"]}
      onClick={still ? (event) => event.preventDefault() : onClick}
      className={clsx(variants[variant], off && disabledClasses[variant], !still && hover[variant], className)}
    >
      {busy && variant !== "text" && <Spinner />}
      {children}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <span className="inline-grid gap-1.5">
      {button}
      <span id={reasonId} className="type-small">
        {disabledReason}
      </span>
    </span>
  );
}

/** A way to another page that looks like the main thing to do here. It opens in a tab of its own. */
export function ButtonLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={clsx(variants.primary, hover.primary)}>
      {children}
    </a>
  );
}
