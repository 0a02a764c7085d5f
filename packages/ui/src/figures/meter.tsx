/** A thin bar that repeats what the figure beside it says, so that figures of several cards can be compared at a glance. */
export function Meter({ share }: { share: number }) {
  const width = Math.min(1, Math.max(0, share)) * 100;
  return (
    <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2 w-full rounded-pill bg-line">
      <rect width={width} height="1" className="fill-chart-1" />
    </svg>
  );
}
