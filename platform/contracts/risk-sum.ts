import type { BreastDensity } from './enumerations.ts';
import { riskTexts as texts } from './texts/risk-texts.ts';

/** Input of the built-in risk sum. */
export interface RiskFactors {
  /** Ids of the list CANCER_HISTORY; ids added by a site add no points. */
  readonly cancerHistory: readonly string[];
  /** Completed years; null if the birth date is unknown. */
  readonly ageYears: number | null;
  /** Higher density of the two sides; null if unknown. */
  readonly breastDensity: BreastDensity | null;
}

interface RiskItem {
  readonly label: string;
  readonly points: number;
  /** Condition of the item; exactly one of these fields is set. */
  readonly fromAgeYears?: number;
  readonly density?: BreastDensity;
  readonly history?: readonly string[];
}

/** Items of which only the applicable item with the most points counts. */
export interface RiskGroup {
  readonly title: string;
  readonly items: readonly RiskItem[];
}

/** Label to show with every sum, because the points are Clockface's own and not validated. */
export const RISK_SUM_LABEL = texts.notValidated;

/** All groups; their highest points add up to ten. */
export const RISK_GROUPS: readonly RiskGroup[] = [
  {
    title: texts.age,
    items: [
      { label: texts.from50, points: 2, fromAgeYears: 50 },
      { label: texts.from40, points: 1, fromAgeYears: 40 },
    ],
  },
  {
    title: texts.density,
    items: [
      { label: texts.extreme, points: 2, density: 'EXTREME' },
      { label: texts.heterogeneous, points: 1, density: 'HETERO' },
    ],
  },
  {
    title: texts.family,
    items: [{ label: texts.cancerInFamily, points: 1, history: ['FAMILY'] }],
  },
  {
    title: texts.breast,
    items: [
      {
        label: texts.cancerBefore,
        points: 2,
        history: ['PRIOR_CANCER', 'MAST', 'MAST_L', 'MAST_R'],
      },
      { label: texts.lumpectomyBefore, points: 1, history: ['LUMP', 'LUMP_L', 'LUMP_R'] },
    ],
  },
  {
    title: texts.ovary,
    items: [{ label: texts.ovarianCancer, points: 1, history: ['OVA_CANCER'] }],
  },
  {
    title: texts.radiation,
    items: [{ label: texts.radiationBefore, points: 2, history: ['PRIOR_CHEST_RAD'] }],
  },
];

/** Maximum score. */
export const MAX_RISK_POINTS = RISK_GROUPS.reduce(
  (sum, { items }) => sum + Math.max(...items.map(({ points }) => points)),
  0,
);

export interface RiskSum {
  /** 0 to `MAX_RISK_POINTS`. */
  readonly score: number;
  /** Items that counted, in the order of the groups. */
  readonly contributions: readonly {
    readonly title: string;
    readonly label: string;
    readonly points: number;
  }[];
  /** Titles of the groups with unknown input, which add no points and are shown as unknown. */
  readonly unknown: readonly string[];
}

/** Returns the built-in risk score: the points of the applicable items, at most one per group. */
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
 * Returns the completed years between two calendar dates, yyyy-mm-dd; null without a birth date or
 * with a future one. A birthday on 29 February falls on 1 March in common years.
 */
export function ageInYears(birthDate: string | null, onDate: string): number | null {
  if (birthDate === null || birthDate > onDate) return null;
  const years = Number(onDate.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return onDate.slice(5) >= birthDate.slice(5) ? years : years - 1;
}
