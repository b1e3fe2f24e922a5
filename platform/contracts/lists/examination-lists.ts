import { createList } from './create-list.ts';

const SOURCE = 'Clockface';

/** Lists about the patient and the examination. */
export const examinationLists = [
  createList(
    'CANCER_HISTORY',
    { title: 'Cancer and risk history', source: SOURCE },
    {
      FAMILY: 'Breast cancer in the family',
      LUMP_R: 'Lumpectomy, right',
      LUMP_L: 'Lumpectomy, left',
      LUMP: 'Lumpectomy, side not known',
      MAST_R: 'Mastectomy, right',
      MAST_L: 'Mastectomy, left',
      MAST: 'Mastectomy, side not known',
      PRIOR_CANCER: 'Breast cancer before',
      OVA_CANCER: 'Ovarian cancer',
      OTHER_CANCER: 'Another cancer',
      PRIOR_CHEST_RAD: 'Radiation to the chest before',
    },
  ),
  createList(
    'IMAGING_HISTORY',
    { title: 'Earlier imaging', source: SOURCE },
    { MAMMO: 'Mammography', MRI: 'MRI', TARUS: 'Targeted ultrasound' },
  ),
  createList(
    'EXAM_INDICATION',
    { title: 'Why this examination is made', source: SOURCE },
    {
      MASS: 'A lump that can be felt',
      ABN_MRI: 'Abnormal MRI',
      HRISKSCR: 'Screening at high risk',
      SCR_YPL: 'Screening of a young, pregnant or breast-feeding woman',
      DENSE: 'Dense breasts',
      NIPDISCHARGE: 'Discharge from the nipple',
      FOCPAIN: 'Pain in one place',
      OTHER: 'Another reason',
    },
  ),
  createList(
    'FOLLOW_UP',
    { title: 'What follows', source: SOURCE },
    {
      MAMMO: 'Mammography',
      TARG: 'Targeted ultrasound',
      ATUSA: 'Automated breast ultrasound',
      ULTRASOUND: 'Hand-held ultrasound',
      MRI: 'MRI',
    },
  ),
] as const;
