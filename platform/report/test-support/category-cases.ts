import type { CheckId } from '../checks/report-check.ts';
import { SCORES } from '../text/proposed-category.ts';
import { aSide, type CheckCases, recommend, rightBreast, suspiciousSide } from './case-reports.ts';
import { aReportContext, aReportFinding } from './report-fixtures.ts';

/** Cases of the checks of categories and recommendations. */
export const CATEGORY_CASES = {
  'category-missing': {
    fires: {
      'no category of a scanned breast': rightBreast(null),
      'no fields of a scanned breast': rightBreast(null, [], { right: null }),
    },
    quiet: {
      'both categories': aReportContext(),
      'no category of an unscanned breast': rightBreast(SCORES.B1),
    },
  },
  'category-unscanned': {
    fires: { 'a category of the unscanned left breast': rightBreast(2, [], { left: aSide(2) }) },
    quiet: {
      'both breasts scanned': aReportContext(),
      'a density of the unscanned breast': rightBreast(2, [], { left: aSide(null) }),
    },
  },
  'biopsy-wrong-side': {
    fires: {
      'a biopsy of the left breast, category 5 right': suspiciousSide('R', [
        recommend('BIRAD_5', 'L'),
      ]),
      'a biopsy of the right breast, category 5 left': suspiciousSide('L', [
        recommend('BIRAD_4', 'R'),
      ]),
      'a biopsy of an unscanned breast': rightBreast(SCORES.B5, [], {
        recommendations: [recommend('BIRAD_5', 'L')],
      }),
    },
    quiet: {
      'a biopsy of the suspicious breast': suspiciousSide('R', [recommend('BIRAD_5', 'R')]),
      'a biopsy of both breasts': suspiciousSide('R', [recommend('BIRAD_5', 'B')]),
      'no biopsy at all': suspiciousSide('R', []),
    },
  },
  'side-below-finding': {
    fires: {
      '3 below 4B': aReportContext({ content: { right: aSide(SCORES.B3) } }),
      '0 below 4B': aReportContext({ content: { right: aSide(SCORES.B0) } }),
      '6 below 5': rightBreast(SCORES.B6, [aReportFinding({ biradsScore: SCORES.B5 })]),
      '3 below 6': rightBreast(SCORES.B3, [aReportFinding({ biradsScore: SCORES.B6 })]),
    },
    quiet: {
      'the same category': aReportContext(),
      'a higher category': aReportContext({ content: { right: aSide(SCORES.B4C) } }),
      '6 beside a finding of 3': rightBreast(SCORES.B6, [
        aReportFinding({ biradsScore: SCORES.B3 }),
      ]),
      '6 beside a finding of 0': rightBreast(SCORES.B6, [
        aReportFinding({ biradsScore: SCORES.B0 }),
      ]),
      '4A above a finding of 6': rightBreast(SCORES.B4A, [
        aReportFinding({ biradsScore: SCORES.B6 }),
      ]),
    },
  },
  'b1-with-finding': {
    fires: { 'category 1 with R1': aReportContext({ content: { right: aSide(SCORES.B1) } }) },
    quiet: {
      'a finding in the other breast': aReportContext(),
      'category 2 with R1': rightBreast(SCORES.B2, [aReportFinding()]),
    },
  },
  'b0-without-recommendation': {
    fires: {
      'no recommendation': rightBreast(SCORES.B0),
      'routine screening': rightBreast(SCORES.B0, [], {
        recommendations: [recommend('BIRAD_1_2', 'R')],
      }),
      'imaging of the other breast': rightBreast(SCORES.B0, [], {
        recommendations: [recommend('MRI', 'L')],
      }),
    },
    quiet: {
      'imaging of that breast': rightBreast(SCORES.B0, [], {
        recommendations: [recommend('MRI', 'R')],
      }),
      'imaging of both breasts': rightBreast(SCORES.B0, [], {
        recommendations: [recommend('BIRAD_0', 'B')],
      }),
      'imaging recommended for its finding': rightBreast(SCORES.B0, [
        aReportFinding({ biradsScore: SCORES.B0, recommendations: ['MAMMO'] }),
      ]),
    },
  },
  'b0-with-suspicious': {
    fires: {
      'a breast of 5 with a finding of 0': rightBreast(SCORES.B5, [
        aReportFinding({ biradsScore: SCORES.B0 }),
      ]),
      'a breast of 0 with a finding of 4B': rightBreast(SCORES.B0, [aReportFinding()]),
    },
    quiet: {
      'a breast of 0 with a finding of 3': rightBreast(SCORES.B0, [
        aReportFinding({ biradsScore: SCORES.B3 }),
      ]),
      '0 right and 4B left': aReportContext({
        content: { right: aSide(SCORES.B0), left: aSide(SCORES.B4B) },
        findings: [aReportFinding({}, { side: 'L' })],
      }),
    },
  },
  'b3-without-follow-up': {
    fires: {
      'no interval': rightBreast(SCORES.B3),
      'an interval of 0 months': rightBreast(SCORES.B3, [], { followUpMonths: 0 }),
    },
    quiet: {
      'six months': rightBreast(SCORES.B3, [], { followUpMonths: 6 }),
      'a recommended follow-up': rightBreast(SCORES.B3, [], {
        recommendations: [recommend('BIRAD_3', 'R')],
      }),
      'a finding of 3 in a breast of 4B': rightBreast(SCORES.B4B, [
        aReportFinding({ biradsScore: SCORES.B3 }),
      ]),
    },
  },
  'benign-with-biopsy': {
    fires: {
      'a biopsy of a breast of 2': rightBreast(SCORES.B2, [], {
        recommendations: [recommend('BIRAD_4', 'R')],
      }),
      'a biopsy of both breasts of 1 and 2': aReportContext({
        content: {
          right: aSide(SCORES.B2),
          left: aSide(SCORES.B1),
          recommendations: [recommend('CORE_BIOPSY', 'B')],
        },
        findings: [],
      }),
      'a biopsy of the left breast of 1': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'R'), recommend('BIRAD_4', 'L')] },
      }),
    },
    quiet: {
      'a biopsy of the breast of 4B': aReportContext(),
      'a biopsy without a side, for the breast of 4B': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'B')] },
      }),
      'screening of a breast of 2': rightBreast(SCORES.B2, [], {
        recommendations: [recommend('BIRAD_1_2', 'R')],
      }),
    },
  },
  'suspicious-without-biopsy': {
    fires: {
      '4B without a recommendation': aReportContext({ content: { recommendations: [] } }),
      '4B with MRI': aReportContext({ content: { recommendations: [recommend('MRI', 'R')] } }),
      '4B with a biopsy of the other breast': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'L')] },
      }),
    },
    quiet: {
      '4B with a biopsy': aReportContext(),
      'category 3': rightBreast(SCORES.B3),
      'category 6': rightBreast(SCORES.B6),
    },
  },
  'b3-at-screening': {
    fires: {
      '3 at screening': { ...rightBreast(SCORES.B3), isScreening: true },
    },
    quiet: {
      '3 of a diagnostic study': { ...rightBreast(SCORES.B3), isScreening: false },
      '3 without an indication': rightBreast(SCORES.B3),
      '0 at screening': { ...rightBreast(SCORES.B0), isScreening: true },
    },
  },
  'b6-without-proof': {
    fires: {
      'no proof': { ...rightBreast(SCORES.B6), provenSides: new Set() },
      'a proof in the other breast': { ...rightBreast(SCORES.B6), provenSides: new Set(['L']) },
    },
    quiet: {
      'a proof': { ...rightBreast(SCORES.B6), provenSides: new Set(['R']) },
      unknown: rightBreast(SCORES.B6),
      'category 5': { ...rightBreast(SCORES.B5), provenSides: new Set() },
    },
  },
  'benign-short-follow-up': {
    fires: {
      'category 2 and six months': rightBreast(SCORES.B2, [], { followUpMonths: 6 }),
      'category 1 and a recommended follow-up': rightBreast(SCORES.B1, [], {
        recommendations: [recommend('BIRAD_3', 'R')],
      }),
    },
    quiet: {
      'category 2 and twelve months': rightBreast(SCORES.B2, [], { followUpMonths: 12 }),
      'six months because of the other breast': aReportContext({
        content: { right: aSide(SCORES.B3), left: aSide(SCORES.B2), followUpMonths: 6 },
        findings: [],
      }),
    },
  },
} satisfies Partial<Record<CheckId, CheckCases>>;
