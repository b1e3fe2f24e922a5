import type { BreastDensity } from './entities/records/reading.ts';

/** What the built-in sum counts. */
export interface RiskFactors {
  /** Ids of the list CANCER_HISTORY; those that a site has added count nothing. */
  readonly cancerHistory: readonly string[];
  /** Whole years; null while the birth date is not known. */
  readonly ageYears: number | null;
  /** The higher of the sides; null while it is not known. */
  readonly breastDensity: BreastDensity | null;
}

interface RiskItem {
  readonly label: string;
  readonly points: number;
  /** What it takes; exactly one of them is said. */
  readonly fromAgeYears?: number;
  readonly density?: BreastDensity;
  readonly history?: readonly string[];
}

/** Of a group the item with the most points counts, once. */
export interface RiskGroup {
  readonly title: string;
  readonly items: readonly RiskItem[];
}

/** To be shown wherever the sum is: Clockface's own points, which nobody has validated. */
export const RISK_SUM_LABEL = 'Sum of points, not a validated risk model';

/** What counts how much. The groups add up to ten at most. */
export const RISK_GROUPS: readonly RiskGroup[] = [
  {
    title: 'Age',
    items: [
      { label: '50 years or more', points: 2, fromAgeYears: 50 },
      { label: '40 to 49 years', points: 1, fromAgeYears: 40 },
    ],
  },
  {
    title: 'Breast density',
    items: [
      { label: 'Extremely dense', points: 2, density: 'EXTREME' },
      { label: 'Heterogeneously dense', points: 1, density: 'HETERO' },
    ],
  },
  {
    title: 'Family',
    items: [{ label: 'Breast cancer in the family', points: 1, history: ['FAMILY'] }],
  },
  {
    title: 'Breast',
    items: [
      {
        label: 'Breast cancer or a mastectomy before',
        points: 2,
        history: ['PRIOR_CANCER', 'MAST', 'MAST_L', 'MAST_R'],
      },
      { label: 'Lumpectomy before', points: 1, history: ['LUMP', 'LUMP_L', 'LUMP_R'] },
    ],
  },
  {
    title: 'Ovary',
    items: [{ label: 'Ovarian cancer', points: 1, history: ['OVA_CANCER'] }],
  },
  {
    title: 'Radiation',
    items: [{ label: 'Radiation to the chest before', points: 2, history: ['PRIOR_CHEST_RAD'] }],
  },
];

/** The most points that there can be. */
export const MAX_RISK_POINTS = RISK_GROUPS.reduce(
  (sum, { items }) => sum + Math.max(...items.map(({ points }) => points)),
  0,
);

export interface RiskSum {
  /** 0 to `MAX_RISK_POINTS`. */
  readonly score: number;
  /** What counted, in the order of the groups. */
  readonly contributions: readonly {
    readonly title: string;
    readonly label: string;
    readonly points: number;
  }[];
  /** Titles of the groups that nothing is known of: they count nothing, and a form says so. */
  readonly unknown: readonly string[];
}

/** The built-in risk score: the points of all that holds, one item of each group. */
export function riskSum(factors: RiskFactors): RiskSum {
  const contributions = RISK_GROUPS.flatMap(({ title, items }) => {
    const [highest] = items
      .filter((item) => applies(item, factors))
      .toSorted((a, b) => b.points - a.points);
    return highest === undefined ? [] : [{ title, label: highest.label, points: highest.points }];
  });
  return {
    score: contributions.reduce((sum, { points }) => sum + points, 0),
    contributions,
    unknown: RISK_GROUPS.filter(({ items }) => items.some((item) => isUnknown(item, factors))).map(
      ({ title }) => title,
    ),
  };
}

function applies({ fromAgeYears, density, history }: RiskItem, factors: RiskFactors): boolean {
  if (fromAgeYears !== undefined)
    return factors.ageYears !== null && factors.ageYears >= fromAgeYears;
  if (density !== undefined) return factors.breastDensity === density;
  return history?.some((id) => factors.cancerHistory.includes(id)) ?? false;
}

function isUnknown({ fromAgeYears, density }: RiskItem, factors: RiskFactors): boolean {
  return (
    (fromAgeYears !== undefined && factors.ageYears === null) ||
    (density !== undefined && factors.breastDensity === null)
  );
}

/**
 * Completed years between two calendar days, yyyy-mm-dd; null without a birth date, or with one
 * that is yet to come. Who was born on 29 February turns a year older on 1 March of common years.
 */
export function ageInYears(birthDate: string | null, on: string): number | null {
  if (birthDate === null || birthDate > on) return null;
  const years = Number(on.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return on.slice(5) >= birthDate.slice(5) ? years : years - 1;
}
