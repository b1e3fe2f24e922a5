import { createList } from './create-list.ts';

/** Descriptors of a finding in the standard terms of the field; the labels are the product's own. */
const LEXICON = {
  source: 'Terms of the breast ultrasound lexicon, 5th edition; own wording',
  version: '5',
  describesFindings: true,
} as const;

/** Lists of annotation labels, which describe a finding. */
export const findingLists = [
  createList(
    'SHAPE',
    { ...LEXICON, title: 'Shape', maxItems: 1 },
    { OVAL: 'Oval', ROUND: 'Round', IRREG: 'Irregular' },
  ),
  createList(
    'ORIENTATION',
    { ...LEXICON, title: 'Orientation', maxItems: 1 },
    { PAR: 'Parallel to the skin', NOT_PAR: 'Not parallel to the skin' },
  ),
  createList(
    'MARGIN',
    { ...LEXICON, title: 'Margin' },
    {
      CIRCUMSCRIBE: 'Circumscribed',
      INDIS: 'Indistinct',
      ANG: 'Angular',
      MICROLOBULATE: 'Microlobulated',
      SPICULATE: 'Spiculated',
    },
  ),
  createList(
    'ECHO_PATTERN',
    { ...LEXICON, title: 'Echo pattern', maxItems: 1 },
    {
      ANCH: 'Anechoic',
      HYPERECHOIC: 'Hyperechoic',
      HYPOECHOIC: 'Hypoechoic',
      ISOECHOIC: 'Isoechoic',
      HETEROGENEOUS: 'Heterogeneous',
    },
  ),
  createList(
    'POSTERIOR',
    { ...LEXICON, title: 'Posterior features', maxItems: 1 },
    { NONE: 'None', SHADOW: 'Shadowing', ENH: 'Enhancement', COMB: 'Combined' },
  ),
  createList(
    'MASS_TYPE',
    { ...LEXICON, title: 'Type of mass', maxItems: 1 },
    {
      SC: 'Simple cyst',
      COMP_C_SOL_MASS: 'Complex cystic and solid',
      MASS: 'Solid',
      COMP_C: 'Complicated cyst',
      INTRA_NODE: 'Lymph node',
      FLUID_SURGICAL: 'Postoperative fluid',
      FLUID_ABSCESS: 'Abscess',
      FAT_NECRO: 'Fat necrosis',
      SCAT_CALC: 'Scattered calcifications',
    },
  ),
  createList(
    'CALCIFICATION',
    { ...LEXICON, title: 'Calcifications' },
    { IN_MASS: 'In a mass', OUTSIDE_MASS: 'Outside a mass', INTRADUCTAL: 'In a duct' },
  ),
  createList(
    'ASSOCIATED',
    { ...LEXICON, title: 'Associated features' },
    {
      DISTORTION: 'Architectural distortion',
      DUCT: 'Duct changes',
      SKIN_THICK: 'Skin thickening',
      SKIN_RETRACT: 'Skin retraction',
      OEDEMA: 'Oedema',
    },
  ),
  createList(
    'VASCULARITY',
    { ...LEXICON, title: 'Vascularity', maxItems: 1 },
    { ABSENT: 'Absent', INTERNAL: 'Internal', RIM: 'In the rim' },
  ),
  createList(
    'ELASTICITY',
    { ...LEXICON, title: 'Elasticity', maxItems: 1 },
    { SOFT: 'Soft', INTERMEDIATE: 'Intermediate', HARD: 'Hard' },
  ),
  createList(
    'SPECIAL_CASE',
    { ...LEXICON, title: 'Special cases' },
    {
      MICROCYSTS: 'Clustered microcysts',
      SKIN_MASS: 'Mass in or on the skin',
      FOREIGN_BODY: 'Foreign body or implant',
      AX_NODE: 'Axillary lymph node',
      VASCULAR: 'Vascular abnormality',
    },
  ),
] as const;
