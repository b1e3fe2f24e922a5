import type { EvaluationStratum, SizeClass } from '#contracts';
import { BREAST_DENSITIES, SIZE_CLASSES } from '#contracts';
import type { Matched } from '../metrics/index.ts';
import type { EvaluatedScan } from './evaluated-scan.ts';
import { figureOf, mean } from './figure-of.ts';

/** Scan whose proposals are matched with its lesions. */
export interface MatchedScan {
  readonly scan: EvaluatedScan;
  readonly matched: Matched;
}

/** Lesion and whether its best score is above the threshold. */
interface Judged {
  readonly patientId: string;
  readonly density: string | null;
  readonly size: SizeClass;
  readonly isFound: boolean;
}

/** Returns the figures by density, then by size, at one threshold for all. */
export function strataOf(
  scans: readonly MatchedScan[],
  threshold: number,
): readonly EvaluationStratum[] {
  const lesions = scans.flatMap(({ scan, matched }) =>
    scan.lesions.map(({ diameterMm }, idx): Judged => {
      const { patientId, density } = scan;
      const isFound = (matched.hits[idx] ?? Number.NEGATIVE_INFINITY) > threshold;
      return { patientId, density, size: sizeClassOf(diameterMm), isFound };
    }),
  );
  const densities = [...new Set(scans.map(({ scan }) => scan.density))].sort(byDensity);
  const sizes = SIZE_CLASSES.filter((value) => lesions.some(({ size }) => size === value));
  return [
    ...densities.map((value) => ({
      kind: 'DENSITY' as const,
      value,
      ...foundOf(lesions.filter(({ density }) => density === value)),
      ...falsePositivesOf(
        scans.filter(({ scan }) => scan.density === value),
        threshold,
      ),
    })),
    ...sizes.map((value) => ({
      kind: 'SIZE' as const,
      value,
      ...foundOf(lesions.filter(({ size }) => size === value)),
      scans: null,
      falsePositivesPerScan: null,
    })),
  ];
}

/** Sorts from least to most dense, then codes of the site, unassessed last. */
function byDensity(a: string | null, b: string | null): number {
  return rankOf(a) - rankOf(b) || (a ?? '').localeCompare(b ?? '', 'en');
}

function rankOf(density: string | null): number {
  if (density === null) return Number.MAX_SAFE_INTEGER;
  const rank = (BREAST_DENSITIES as readonly string[]).indexOf(density);
  return rank === -1 ? BREAST_DENSITIES.length : rank;
}

/** Returns the class of a diameter; the lower limit belongs to the class. */
export function sizeClassOf(diameterMm: number | null): SizeClass {
  if (diameterMm === null) return 'UNKNOWN';
  if (diameterMm < 5) return 'UNDER_5';
  if (diameterMm < 10) return 'FROM_5';
  return diameterMm < 20 ? 'FROM_10' : 'FROM_20';
}

const foundOf = (lesions: readonly Judged[]) => ({
  lesions: lesions.length,
  found: lesions.filter(({ isFound }) => isFound).length,
  sensitivity: figureOf(
    lesions,
    ({ patientId }) => patientId,
    (drawn) => mean(drawn.map(({ isFound }) => Number(isFound))),
  ),
});

function falsePositivesOf(scans: readonly MatchedScan[], threshold: number) {
  const count = scans
    .flatMap(({ matched }) => matched.falsePositiveScores)
    .filter((score) => score > threshold).length;
  return { scans: scans.length, falsePositivesPerScan: count / scans.length };
}
