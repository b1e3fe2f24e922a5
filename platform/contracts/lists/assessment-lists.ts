import { createList } from './create-list.ts';

const OWN_SOURCE = 'Clockface';
const BIRADS_SOURCE = 'BI-RADS assessment categories, 5th edition; own wording';

/** Lists of the assessment: density, BI-RADS and recommendations. */
export const assessmentLists = [
  createList(
    'BREAST_DENSITY',
    { title: 'Breast density', source: BIRADS_SOURCE, version: '5', maxItems: 1 },
    {
      FATTY: { label: 'Almost entirely fatty', code: 'A', rank: 1 },
      FIBRO: { label: 'Scattered fibroglandular tissue', code: 'B', rank: 2 },
      HETERO: { label: 'Heterogeneously dense', code: 'C', rank: 3 },
      EXTREME: { label: 'Extremely dense', code: 'D', rank: 4 },
    },
  ),
  createList(
    'BIRADS',
    { title: 'BI-RADS', source: BIRADS_SOURCE, version: '5', maxItems: 1 },
    {
      B0: { ...assessment('0', 1, 'Incomplete'), management: 'More imaging, or earlier images' },
      B1: { ...assessment('1', 2, 'Negative', 'about 0 %'), management: 'Routine screening' },
      B2: { ...assessment('2', 3, 'Benign', 'about 0 %'), management: 'Routine screening' },
      B3: {
        ...assessment('3', 4, 'Probably benign', 'up to 2 %'),
        management: 'Follow-up after six months',
      },
      B4A: { ...biopsy('4A', 5, 'Low suspicion of malignancy', 'over 2 % to 10 %') },
      B4B: { ...biopsy('4B', 6, 'Moderate suspicion of malignancy', 'over 10 % to 50 %') },
      B4C: { ...biopsy('4C', 7, 'High suspicion of malignancy', 'over 50 % to below 95 %') },
      B5: { ...biopsy('5', 8, 'Highly suggestive of malignancy', '95 % or more') },
      B6: {
        ...assessment('6', 9, 'Biopsy-proven malignancy'),
        management: 'Surgical excision when clinically appropriate',
      },
    },
  ),
  createList(
    'RECOMMENDATION',
    { title: 'Recommendations for a finding', source: OWN_SOURCE },
    { MAMMO: 'Mammography', ULTRASOUND: 'Ultrasound', MRI: 'MRI' },
  ),
  createList(
    'RECOMM_TYPE',
    { title: 'What a report recommends', source: OWN_SOURCE },
    {
      BIRAD_0: 'Additional imaging',
      BIRAD_1_2: 'Routine annual screening',
      BIRAD_3: 'Follow-up after six months',
      BIRAD_4: 'Biopsy, guided by imaging',
      BIRAD_5: 'Biopsy, guided by imaging',
      BIRAD_6: 'Surgical excision when clinically appropriate',
    },
  ),
] as const;

function assessment(code: string, score: number, label: string, likelihood?: string) {
  return { code, score, label, ...(likelihood === undefined ? {} : { likelihood }) };
}

function biopsy(code: string, score: number, label: string, likelihood: string) {
  return { ...assessment(code, score, label, likelihood), management: 'Tissue diagnosis' };
}
