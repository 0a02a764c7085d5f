import type { ComponentProps } from "react";

type ButtonProps = ComponentProps<"button"> & {
  look?: "primary" | "secondary" | "link";
  /** Something is under way: the button stays where it is and keeps the focus, but does nothing. */
  busy?: boolean;
};

const looks = {
  primary: "min-h-12 rounded-control bg-primary px-6 text-on-primary hover:bg-primary-strong",
  secondary: "min-h-12 rounded-control border border-field-line bg-card px-6 text-ink hover:bg-tint",
  link: "min-h-11 text-primary underline underline-offset-3 hover:text-primary-strong",
};

export function Button({
  look = "primary",
  busy = false,
  type = "button",
  className = "",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`cursor-pointer font-semibold motion-safe:transition-colors aria-disabled:cursor-default aria-disabled:opacity-70 ${looks[look]} ${className}`}
    />
  );
}
