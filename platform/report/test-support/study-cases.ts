import type { CheckId } from '../checks/report-check.ts';
import { SCORES } from '../text/proposed-category.ts';
import {
  aPrior,
  type CheckCases,
  outdated,
  rightBreast,
  text,
  withAddendum,
} from './case-reports.ts';
import { aReportContext, aReportFinding, aReportScan } from './report-fixtures.ts';

/** Cases of the checks of what was read and compared, and of an addendum. */
export const STUDY_CASES = {
  'density-missing': {
    fires: {
      'no density': rightBreast(2, [], { right: { biradsScore: 2, breastDensity: null, text } }),
    },
    quiet: { 'both densities': aReportContext(), 'an unscanned breast': rightBreast(2) },
  },
  'finding-unread': {
    fires: { 'an unopened finding': aReportContext({ unreadFindingIds: new Set(['finding-R']) }) },
    quiet: {
      'all opened': aReportContext(),
      unknown: aReportContext({ unreadFindingIds: null }),
      'an unopened finding outside the report': aReportContext({
        unreadFindingIds: new Set(['other']),
      }),
    },
  },
  'proposal-open': {
    fires: { 'an undecided AI finding': aReportContext({ openProposals: [aReportFinding()] }) },
    quiet: { 'no AI finding': aReportContext() },
  },
  'region-unseen': {
    fires: {
      '79 %': aReportContext({ scans: [aReportScan('R', { seen: 0.79 }), aReportScan('L')] }),
    },
    quiet: {
      '80 %': aReportContext({ scans: [aReportScan('R', { seen: 0.8 }), aReportScan('L')] }),
      unknown: aReportContext({ scans: [aReportScan('R', { seen: null }), aReportScan('L')] }),
    },
  },
  'prior-not-opened': {
    fires: {
      'an unopened prior': aReportContext({ priors: [aPrior(false)] }),
      'an unopened prior without a date': aReportContext({ priors: [aPrior(false, null)] }),
    },
    quiet: {
      'an opened prior': aReportContext({ priors: [aPrior(true)] }),
      'an older unopened prior': aReportContext({
        priors: [aPrior(false, '2020-01-01', 'old'), aPrior(true)],
      }),
      unknown: aReportContext({ priors: [aPrior(null)] }),
      'no prior': aReportContext(),
    },
  },
  'comparison-empty': {
    fires: { 'an unopened prior': aReportContext({ priors: [aPrior(false)] }) },
    quiet: {
      'an opened prior': aReportContext({ priors: [aPrior(true)] }),
      none: aReportContext(),
    },
  },
  'text-outdated': {
    fires: {
      'another shape': outdated({ annotationLabels: { SHAPE: ['OVAL'] } }),
      'no description': outdated({ annotationLabels: {} }),
    },
    quiet: {
      'an edited text of the same record': outdated({}),
      'a record changed elsewhere': outdated({ biradsScore: SCORES.B5 }),
    },
  },
  'addendum-side': {
    fires: {
      'the left breast': withAddendum('The finding is in the left breast.'),
      'a comparison': withAddendum('Verglichen mit der linken Seite unverändert.'),
    },
    quiet: {
      'no side': withAddendum('Histology: fibroadenoma. All right.'),
      'no addendum': withAddendum(null),
    },
  },
} satisfies Partial<Record<CheckId, CheckCases>>;
