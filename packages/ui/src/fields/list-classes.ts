/** The classes of a list of options that opens under a field or a button. */
export const popoverClasses =
  "rounded-control border border-line bg-card text-ink shadow-lifted motion-safe:transition-opacity data-entering:opacity-0 data-exiting:opacity-0";
export const listClasses = "max-h-80 overflow-y-auto p-1.5 outline-none";
export const listItemClasses =
  "flex min-h-11 cursor-pointer flex-col justify-center rounded-mark px-3 py-2 outline-none data-focused:bg-tint data-selected:font-semibold data-disabled:cursor-default data-disabled:text-ink-soft data-focus-visible:inset-ring-2 data-focus-visible:inset-ring-focus";
