/** An entry of the legend of a chart, in the color of its part. */
export const ChartKey = ({ className, children }: { className: string; children: string }) => (
  <li className="flex items-center gap-1.5">
    <span className={`size-2.5 rounded-[3px] ${className}`} />
    {children}
  </li>
);
