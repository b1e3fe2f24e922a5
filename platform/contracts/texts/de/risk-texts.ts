import type { Translation } from '#foundation';
import type { riskTexts } from '../risk-texts.ts';

export const risk = {
  notValidated: 'Punktsumme, kein validiertes Risikomodell',
  age: 'Alter',
  from50: '50 Jahre oder älter',
  from40: '40 bis 49 Jahre',
  density: 'Brustdichte',
  extreme: 'Extrem dicht',
  heterogeneous: 'Heterogen dicht',
  family: 'Familie',
  cancerInFamily: 'Brustkrebs in der Familie',
  breast: 'Brust',
  cancerBefore: 'Früherer Brustkrebs oder Mastektomie',
  lumpectomyBefore: 'Frühere Lumpektomie',
  ovary: 'Eierstock',
  ovarianCancer: 'Eierstockkrebs',
  radiation: 'Bestrahlung',
  radiationBefore: 'Frühere Bestrahlung des Brustkorbs',
} satisfies Translation<typeof riskTexts>;
