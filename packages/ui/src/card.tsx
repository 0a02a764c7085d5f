import type { ComponentProps } from "react";

export function Card({ className = "", ...rest }: ComponentProps<"section">) {
  return (
    <section {...rest} className={`rounded-card border border-line bg-card p-5 shadow-card sm:p-6 ${className}`} />
  );
}
