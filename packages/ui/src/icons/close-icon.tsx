export function CloseIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 stroke-current stroke-2">
      <path d="m3 3 10 10M13 3 3 13" strokeLinecap="round" />
    </svg>
  );
}
