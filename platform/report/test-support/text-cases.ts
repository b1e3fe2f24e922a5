import type { CheckId } from '../checks/report-check.ts';
import { SCORES } from '../text/proposed-category.ts';
import {
  aSide,
  type CheckCases,
  NO_SIZES,
  NOT_LOCATED,
  priorFinding,
  recommend,
  rightBreast,
  withFinding,
  withImpression,
  withNipple,
} from './case-reports.ts';
import { aReportContext, aReportFinding, withFindingText } from './report-fixtures.ts';

/** Cases of the checks of what texts state. */
export const TEXT_CASES = {
  'side-in-finding-text': {
    fires: {
      'the left breast for R1': withFindingText('Mass in the left breast.'),
      'die linke Mamma for R1': withFindingText('Herdbefund der linken Mamma.'),
      'the right breast for L1': withFindingText(
        'Right breast.',
        aReportContext({ findings: [aReportFinding({}, { side: 'L' })] }),
      ),
    },
    quiet: {
      'the own side': withFindingText('Mass in the right breast, rechte Mamma.'),
      'a comparison': withFindingText('Similar to a finding in the left breast.'),
      'other meanings': withFindingText('Marker left unchanged. All right.'),
    },
  },
  'side-in-side-text': {
    fires: {
      'left in the text of the right breast': rightBreast(2, [], {
        right: aSide(2, 'Scar in the left breast.'),
      }),
      'rechts in the text of the left breast': aReportContext({
        content: { left: aSide(2, 'Narbe rechts.') },
      }),
    },
    quiet: {
      'the own side': rightBreast(2, [], { right: aSide(2, 'Scar in the right breast.') }),
      'the contralateral breast': rightBreast(2, [], {
        right: aSide(2, 'Denser than the left breast.'),
      }),
    },
  },
  'side-in-impression': {
    fires: {
      'R1 in the left breast': withImpression('R1 in the left breast: biopsy.'),
      'two names in the wrong order': withImpression('Left breast R1, right breast L1.'),
      'R1 before an abbreviation': withImpression('R1, prob. malign., left breast.'),
      'R1 in the abbreviated left': withImpression('R1 in der li. Mamma.'),
      'L1 rechts': withImpression('Rechts L1 suspekt.'),
    },
    quiet: {
      'R1 in the right breast': withImpression('Right breast: R1, left breast: L1.'),
      'no name of a finding': withImpression('Left breast: BI-RADS 4B.'),
      'each name in a sentence of its own': withImpression('R1: right breast. Left breast normal.'),
      'the text of the template': aReportContext(),
    },
  },
  'side-in-recommendation': {
    fires: {
      'a biopsy on the left, for the right breast': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'R', 'Core biopsy, left breast.')] },
      }),
    },
    quiet: {
      'the same side': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'R', 'Core biopsy, right breast.')] },
      }),
      'both breasts': aReportContext({
        content: { recommendations: [recommend('MRI', 'B', 'MRI, left first.')] },
      }),
    },
  },
  'clock-in-text': {
    fires: {
      "2 o'clock for a mark at 10:00": withFindingText("Mass at 2 o'clock."),
      '8 Uhr for a mark at 10:00': withFindingText('Herdbefund bei 8 Uhr.'),
      '12:00 in the impression': withImpression('R1 at 12:00: biopsy.'),
    },
    quiet: {
      'the hour of the mark': withFindingText('Mass at 10:00.'),
      'half an hour beside it': withFindingText("Between 10 and 11 o'clock, bei 10:30 Uhr."),
      'the other breast': withFindingText("Contralateral finding at 2 o'clock."),
      'a subareolar finding': withFindingText(
        'Mass at 3:00.',
        withFinding({ ...NOT_LOCATED, quadrant: 'subareolar' }),
      ),
    },
  },
  'distance-in-text': {
    fires: {
      '50 mm for 32 mm': withFindingText('50 mm from the nipple.'),
      '6 cm FN for 32 mm': withFindingText('6 cm FN.'),
      '20 mm von der Mamille for 32 mm': withFindingText('20 mm von der Mamille.'),
    },
    quiet: {
      'whole centimetres': withFindingText('3 cm from the nipple.'),
      'the rounded distance': withFindingText('32 mm von der Mamille entfernt.'),
      'a size': withFindingText('12.4 mm.'),
    },
  },
  'size-in-text': {
    fires: {
      '25 mm that nothing measures': withFindingText('Mass of 25 mm.'),
      'one wrong size of three': withFindingText('12,4 × 9,4 × 4,8 mm.'),
      '2 cm for 12.4 mm': withFindingText('A 2 cm mass.'),
      'a size in the impression': withImpression('R1, 31 mm: biopsy.'),
    },
    quiet: {
      'the measured sizes': withFindingText('12.4 × 9.4 × 8.4 mm, 1.2 cm, 12-mm mass.'),
      'a typed size': withFindingText(
        'Mass of 25 mm.',
        withFinding({ marks: [], ...NO_SIZES, massLengthUm: 25_000 }),
      ),
      'a size of the prior': withFindingText(
        'It had 8.0 mm.',
        withFinding({}, priorFinding(365, 8_000)),
      ),
      'an earlier size': withFindingText('Previously 25 mm.'),
      'a depth and a distance': withFindingText('32 mm from the nipple, 14 mm deep.'),
    },
  },
  'category-in-text': {
    fires: {
      'BI-RADS 2 for 4B': withFindingText('BI-RADS 2.'),
      'BIRADS 4C for 4B': withFindingText('BIRADS 4C'),
    },
    quiet: {
      'the own category': withFindingText('BI-RADS 4B, BI-RADS 4.'),
      'a former category': withFindingText('Upgraded from BI-RADS 3.'),
    },
  },
  'clock-without-nipple': {
    fires: {
      'a clock of the reader': withNipple(
        'missing',
        withFindingText('At 10:00.', withFinding(NOT_LOCATED)),
      ),
    },
    quiet: {
      'no clock in the text': withNipple('missing', withFinding(NOT_LOCATED)),
      'a nipple': withFindingText('At 10:00.'),
    },
  },
  'nipple-missing': {
    fires: { 'a finding without a position': withNipple('missing', withFinding(NOT_LOCATED)) },
    quiet: {
      'no findings': withNipple('missing', rightBreast(SCORES.B1)),
      'a nipple': aReportContext(),
    },
  },
  'nipple-unconfirmed': {
    fires: { 'a clock from a proposed nipple': withNipple('unconfirmed', aReportContext()) },
    quiet: {
      'a confirmed nipple': aReportContext(),
      'no clock in the text': withNipple('unconfirmed', withFinding(NOT_LOCATED)),
    },
  },
} satisfies Partial<Record<CheckId, CheckCases>>;
