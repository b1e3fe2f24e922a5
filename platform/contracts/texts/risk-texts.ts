import { defineTexts } from '#foundation';

/** Texts of the built-in risk sum. */
export const riskTexts = defineTexts('risk', {
  /** Shown with every sum, because the points are Clockface's own and not validated. */
  notValidated: 'Sum of points, not a validated risk model',
  age: 'Age',
  from50: '50 years or more',
  from40: '40 to 49 years',
  density: 'Breast density',
  extreme: 'Extremely dense',
  heterogeneous: 'Heterogeneously dense',
  family: 'Family',
  cancerInFamily: 'Breast cancer in the family',
  breast: 'Breast',
  cancerBefore: 'Breast cancer or a mastectomy before',
  lumpectomyBefore: 'Lumpectomy before',
  ovary: 'Ovary',
  ovarianCancer: 'Ovarian cancer',
  radiation: 'Radiation',
  radiationBefore: 'Radiation to the chest before',
});
