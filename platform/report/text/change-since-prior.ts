import type { Finding } from '#contracts';
import type { PriorFinding } from '../report-context.ts';

/** Change of a finding since a prior. */
export interface FindingChange {
  /** Day of the prior, YYYY-MM-DD. */
  readonly day: string;
  /** Longest diameter in micrometres among the sizes that are known on both days. */
  readonly fromUm: number;
  readonly toUm: number;
  /** Growth of the longest diameter in percent; negative if it shrank. */
  readonly growthPercent: number;
  /**
   * Days in which the volume doubles, t · ln 2 / ln(V2/V1) with ellipsoids of the three sizes
   * (Schwartz, Cancer 1961); null if a size is unknown or the volume didn't grow.
   */
  readonly doublingDays: number | null;
}

type Sizes = Pick<Finding, 'massLengthUm' | 'massWidthUm' | 'massHeightUm'>;

/** Compares the sizes of a finding with those of a prior; null if no size is known on both days. */
export function changeSince(
  { massLengthUm, massWidthUm, massHeightUm }: Sizes,
  prior: PriorFinding,
): FindingChange | null {
  const pairs = [massLengthUm, massWidthUm, massHeightUm].flatMap((toUm, idx) => {
    const fromUm = prior.sizesUm[idx] ?? null;
    return toUm === null || fromUm === null || fromUm === 0 || toUm === 0 ? [] : [{ fromUm, toUm }];
  });
  if (pairs.length === 0) return null;
  const fromUm = Math.max(...pairs.map((pair) => pair.fromUm));
  const toUm = Math.max(...pairs.map((pair) => pair.toUm));
  const volumeRatio = pairs.reduce((ratio, pair) => ratio * (pair.toUm / pair.fromUm), 1);
  return {
    day: prior.day,
    fromUm,
    toUm,
    growthPercent: ((toUm - fromUm) / fromUm) * 100,
    doublingDays:
      pairs.length < 3 || volumeRatio <= 1 || prior.days <= 0
        ? null
        : (prior.days * Math.LN2) / Math.log(volumeRatio),
  };
}
