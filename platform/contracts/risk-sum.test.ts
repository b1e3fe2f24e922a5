import { describe, expect, it } from 'vitest';
import { builtInLists } from './lists/index.ts';
import { ageInYears, MAX_RISK_POINTS, RISK_GROUPS, type RiskFactors, riskSum } from './risk-sum.ts';

const NO_FACTORS: RiskFactors = { cancerHistory: [], ageYears: null, breastDensity: null };
const scoreOf = (factors: Partial<RiskFactors>) => riskSum({ ...NO_FACTORS, ...factors }).score;

describe('the built-in risk sum', () => {
  it('adds no points for unknown factors and lists them', () => {
    expect(riskSum(NO_FACTORS)).toEqual({
      score: 0,
      contributions: [],
      unknown: ['Age', 'Breast density'],
    });
    expect(riskSum({ ...NO_FACTORS, ageYears: 39, breastDensity: 'FATTY' })).toEqual({
      score: 0,
      contributions: [],
      unknown: [],
    });
  });

  it('adds no points for list items of a site or for another cancer', () => {
    expect(scoreOf({ cancerHistory: ['SITE_ITEM', 'OTHER_CANCER', 'family'] })).toBe(0);
  });

  it.each([
    [39, 0],
    [40, 1],
    [49, 1],
    [50, 2],
    [107, 2],
  ])('gives age %i %i points', (ageYears, points) => {
    expect(scoreOf({ ageYears })).toBe(points);
  });

  it.each([
    ['FATTY', 0],
    ['FIBRO', 0],
    ['HETERO', 1],
    ['EXTREME', 2],
  ] as const)('gives density %s %i points', (breastDensity, points) => {
    expect(scoreOf({ breastDensity })).toBe(points);
  });

  it('counts only the item with the most points of each group, in any order', () => {
    expect(
      riskSum({ ...NO_FACTORS, cancerHistory: ['LUMP_R', 'MAST_L', 'PRIOR_CANCER'] }),
    ).toMatchObject({
      score: 2,
      contributions: [
        { title: 'Breast', label: 'Breast cancer or a mastectomy before', points: 2 },
      ],
    });
    expect(scoreOf({ cancerHistory: ['LUMP', 'LUMP_L'] })).toBe(1);
  });

  it('reaches at most ten points, and lists each contribution', () => {
    const highest: RiskFactors = {
      cancerHistory: ['FAMILY', 'PRIOR_CANCER', 'OVA_CANCER', 'PRIOR_CHEST_RAD'],
      ageYears: 61,
      breastDensity: 'EXTREME',
    };
    const { score, contributions, unknown } = riskSum(highest);
    expect(contributions.map(({ title }) => title)).toEqual(RISK_GROUPS.map(({ title }) => title));
    expect(contributions.reduce((sum, { points }) => sum + points, 0)).toBe(score);
    expect([score, MAX_RISK_POINTS, unknown]).toEqual([10, 10, []]);
  });

  it('uses only ids of the built-in history list', () => {
    const list = builtInLists.find(({ listId }) => listId === 'CANCER_HISTORY');
    const known = list?.items.map(({ id }) => id);
    const named = RISK_GROUPS.flatMap(({ items }) => items.flatMap(({ history }) => history ?? []));
    expect(named.length).toBeGreaterThan(5);
    expect(known).toEqual(expect.arrayContaining(named));
  });
});

describe('ageInYears', () => {
  it('returns null without a birth date or before the birth', () => {
    expect(ageInYears(null, '2026-03-14')).toBeNull();
    expect(ageInYears('2026-03-15', '2026-03-14')).toBeNull();
  });

  it.each([
    ['1976-03-14', '2026-03-13', 49],
    ['1976-03-14', '2026-03-14', 50],
    ['1976-12-31', '2026-01-01', 49],
    ['2026-03-14', '2026-03-14', 0],
    ['1980-02-29', '2025-02-28', 44],
    ['1980-02-29', '2025-03-01', 45],
    ['1980-02-29', '2028-02-29', 48],
  ])('counts from %s to %s %i years', (birthDate, day, years) => {
    expect(ageInYears(birthDate, day)).toBe(years);
  });
});
