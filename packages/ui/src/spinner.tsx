/** Turns while something is under way. Words beside it say what. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 rounded-pill border-2 border-current border-r-transparent motion-safe:animate-spin"
    />
  );
}
