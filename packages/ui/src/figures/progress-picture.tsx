type ProgressPictureProps = {
  /** The progress as text, for example "27% repaid". It is also shown under the picture. */
  label: string;
  value: number;
  whole: number;
};

export function ProgressPicture({ label, value, whole }: ProgressPictureProps) {
  const share = whole > 0 ? Math.min(1, Math.max(0, value / whole)) : 0;
  return (
    <div className="grid gap-2">
      <svg
        role="img"
        aria-label={label}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="h-3.5 w-full rounded-pill bg-line"
      >
        <rect width={share * 100} height="1" className="fill-chart-1" />
      </svg>
      <p aria-hidden="true" className="type-small">
        {label}
      </p>
    </div>
  );
}
