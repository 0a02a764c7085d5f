/** Indicates an action in progress. The text beside it says which. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 rounded-pill border-2 border-current border-r-transparent motion-safe:animate-spin"
    />
  );
}
