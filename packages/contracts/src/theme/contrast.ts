/** The contrast ratio of two colors by the WCAG 2 formula, from 1 to 21. Colors are #rrggbb. */
export function contrastRatio(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The color nearest to `foreground` that reaches `ratio` on `background`; `foreground` itself if it does. If no color
 * does, black or white, whichever has the higher contrast.
 */
export function nearestPassing(foreground: string, background: string, ratio: number): string {
  const passes = (color: string) => contrastRatio(color, background) >= ratio;
  if (passes(foreground)) return foreground;
  const steps = 256;
  for (let step = 1; step <= steps; step++) {
    const candidates = ["#000000", "#ffffff"].map((end) => mix(foreground, end, step / steps)).filter(passes);
    const [first, second] = candidates;
    if (first && second) return distance(foreground, first) <= distance(foreground, second) ? first : second;
    if (first) return first;
  }
  return contrastRatio("#000000", background) >= contrastRatio("#ffffff", background) ? "#000000" : "#ffffff";
}

/** Mixes `share` of the second color into the first, in the perceptual color space OKLab. */
export function mix(first: string, second: string, share: number): string {
  if (share >= 1) return second.toLowerCase();
  const [a, b] = [toOklab(first), toOklab(second)];
  return fromOklab([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
}

type Triple = [number, number, number];

function distance(a: string, b: string): number {
  const [p, q] = [toOklab(a), toOklab(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

function luminance(color: string): number {
  const [r, g, b] = toLinear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toLinear(color: string): Triple {
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`not a color of the form #rrggbb: ${color}`);
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function fromLinear(linear: Triple): string {
  const hex = linear.map((value) => {
    const inside = Math.min(1, Math.max(0, value));
    const channel = inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(channel * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${hex.join("")}`;
}

function toOklab(color: string): Triple {
  const [r, g, b] = toLinear(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return fromLinear([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}
