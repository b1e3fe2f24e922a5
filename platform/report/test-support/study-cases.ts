import type { Mark } from '#contracts';
import { aLengthMark } from '#testing';
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

/** Creates a report of a study with an annotation whose marks have these texts. */
function annotated(
  texts: Partial<Record<'TEXT' | 'ARROW' | 'PLANELOCATOR', string | null>>,
  correlation = '',
) {
  const marks = Object.entries(texts).map(([markType, written]): Mark => {
    const mark = aLengthMark();
    const { text: _, ...params } = mark.markViewParams;
    const markViewParams = written === null ? params : { ...params, text: written };
    return { ...mark, markType: markType as Mark['markType'], markViewParams };
  });
  return aReportContext({
    annotations: [aReportFinding({ marks, biradsScore: null })],
    content: { correlation },
  });
}

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
  'annotation-unreported': {
    fires: {
      'a text': annotated({ TEXT: 'Scar of 2019' }),
      'an arrow with a text': annotated({ ARROW: 'Compare here' }),
      'a plane locator with a text': annotated({ PLANELOCATOR: 'Level of the clip' }),
      'one of two texts': annotated({ TEXT: 'Scar', ARROW: 'Clip' }, 'A SCAR of 2019.'),
    },
    quiet: {
      'an arrow without a text': annotated({ ARROW: null }),
      'a blank text': annotated({ ARROW: '  ' }),
      'a text that the report repeats': annotated(
        { TEXT: 'Scar of  2019' },
        'An old scar of 2019.',
      ),
      'no annotation': aReportContext(),
    },
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
