import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Spinner } from "./feedback/spinner.tsx";

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> & {
  variant?: "primary" | "secondary" | "text";
  /** An action is in progress: the button keeps its place and the focus, but does nothing. */
  busy?: boolean;
  /** Why the button is disabled. It can still be focused, and is described by this reason. */
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
    <span className="inline-grid gap-1.5 sm:justify-items-start">
      {button}
      <span id={reasonId} className="type-small">
        {disabledReason}
      </span>
    </span>
  );
}

/** A link styled as a primary button. It opens in a new tab. */
export function ButtonLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={clsx(variants.primary, hover.primary)}>
      {children}
    </a>
  );
}
