/** Code lists of patients, studies and findings, by area. */
export const lists = {
  'list.BREAST_DENSITY': {
    title: 'Brustdichte',
    items: {
      FATTY: { label: 'Nahezu vollständig lipomatös' },
      FIBRO: { label: 'Verstreutes fibroglanduläres Gewebe' },
      HETERO: { label: 'Heterogen dicht' },
      EXTREME: { label: 'Extrem dicht' },
    },
  },
  'list.BIRADS': {
    title: 'BI-RADS',
    items: {
      B0: { label: 'Unvollständig', management: 'Weitere Bildgebung oder Voraufnahmen' },
      B1: { label: 'Unauffällig', likelihood: 'etwa 0 %', management: 'Reguläres Screening' },
      B2: { label: 'Gutartig', likelihood: 'etwa 0 %', management: 'Reguläres Screening' },
      B3: {
        label: 'Wahrscheinlich gutartig',
        likelihood: 'bis 2 %',
        management: 'Kontrolle nach sechs Monaten',
      },
      B4A: {
        label: 'Geringer Malignitätsverdacht',
        likelihood: 'über 2 % bis 10 %',
        management: 'Gewebesicherung',
      },
      B4B: {
        label: 'Mäßiger Malignitätsverdacht',
        likelihood: 'über 10 % bis 50 %',
        management: 'Gewebesicherung',
      },
      B4C: {
        label: 'Hoher Malignitätsverdacht',
        likelihood: 'über 50 % bis unter 95 %',
        management: 'Gewebesicherung',
      },
      B5: {
        label: 'Hochgradig malignitätsverdächtig',
        likelihood: '95 % oder mehr',
        management: 'Gewebesicherung',
      },
      B6: {
        label: 'Bioptisch gesicherte Malignität',
        management: 'Operative Entfernung, wenn klinisch angezeigt',
      },
    },
  },
  'list.RECOMMENDATION': {
    title: 'Empfehlungen zu einer Läsion',
    items: {
      MAMMO: { label: 'Mammographie' },
      ULTRASOUND: { label: 'Ultraschall' },
      MRI: { label: 'MRT' },
    },
  },
  'list.RECOMM_TYPE': {
    title: 'Empfehlung eines Befundes',
    items: {
      BIRAD_0: { label: 'Weitere Bildgebung' },
      BIRAD_1_2: { label: 'Jährliches Screening' },
      BIRAD_3: { label: 'Kontrolle nach sechs Monaten' },
      BIRAD_4: { label: 'Bildgesteuerte Biopsie' },
      BIRAD_5: { label: 'Bildgesteuerte Biopsie' },
      BIRAD_6: { label: 'Operative Entfernung, wenn klinisch angezeigt' },
    },
  },
  'list.CANCER_HISTORY': {
    title: 'Krebs- und Risikoanamnese',
    items: {
      FAMILY: { label: 'Brustkrebs in der Familie' },
      LUMP_R: { label: 'Lumpektomie rechts' },
      LUMP_L: { label: 'Lumpektomie links' },
      LUMP: { label: 'Lumpektomie, Seite unbekannt' },
      MAST_R: { label: 'Mastektomie rechts' },
      MAST_L: { label: 'Mastektomie links' },
      MAST: { label: 'Mastektomie, Seite unbekannt' },
      PRIOR_CANCER: { label: 'Früherer Brustkrebs' },
      OVA_CANCER: { label: 'Eierstockkrebs' },
      OTHER_CANCER: { label: 'Andere Krebserkrankung' },
      PRIOR_CHEST_RAD: { label: 'Frühere Bestrahlung des Brustkorbs' },
    },
  },
  'list.IMAGING_HISTORY': {
    title: 'Voruntersuchungen',
    items: {
      MAMMO: { label: 'Mammographie' },
      MRI: { label: 'MRT' },
      TARUS: { label: 'Gezielter Ultraschall' },
    },
  },
  'list.EXAM_INDICATION': {
    title: 'Indikation der Untersuchung',
    items: {
      MASS: { label: 'Tastbarer Knoten' },
      ABN_MRI: { label: 'Auffälliges MRT' },
      HRISKSCR: { label: 'Screening bei hohem Risiko' },
      SCR_YPL: { label: 'Screening einer jungen, schwangeren oder stillenden Frau' },
      DENSE: { label: 'Dichtes Drüsengewebe' },
      NIPDISCHARGE: { label: 'Mamillensekretion' },
      FOCPAIN: { label: 'Lokalisierter Schmerz' },
      OTHER: { label: 'Anderer Grund' },
    },
  },
  'list.FOLLOW_UP': {
    title: 'Weiteres Vorgehen',
    items: {
      MAMMO: { label: 'Mammographie' },
      TARG: { label: 'Gezielter Ultraschall' },
      ATUSA: { label: 'Automatischer Brustultraschall' },
      ULTRASOUND: { label: 'Handgeführter Ultraschall' },
      MRI: { label: 'MRT' },
    },
  },
  'list.SHAPE': {
    title: 'Form',
    items: {
      OVAL: { label: 'Oval' },
      ROUND: { label: 'Rund' },
      IRREG: { label: 'Irregulär' },
    },
  },
  'list.ORIENTATION': {
    title: 'Orientierung',
    items: {
      PAR: { label: 'Parallel zur Haut' },
      NOT_PAR: { label: 'Nicht parallel zur Haut' },
    },
  },
  'list.MARGIN': {
    title: 'Begrenzung',
    items: {
      CIRCUMSCRIBE: { label: 'Umschrieben' },
      INDIS: { label: 'Unscharf' },
      ANG: { label: 'Anguliert' },
      MICROLOBULATE: { label: 'Mikrolobuliert' },
      SPICULATE: { label: 'Spikuliert' },
    },
  },
  'list.ECHO_PATTERN': {
    title: 'Echomuster',
    items: {
      ANCH: { label: 'Echofrei' },
      HYPERECHOIC: { label: 'Echoreich' },
      HYPOECHOIC: { label: 'Echoarm' },
      ISOECHOIC: { label: 'Echogleich' },
      HETEROGENEOUS: { label: 'Heterogen' },
    },
  },
  'list.POSTERIOR': {
    title: 'Dorsale Phänomene',
    items: {
      NONE: { label: 'Keine' },
      SHADOW: { label: 'Schallschatten' },
      ENH: { label: 'Schallverstärkung' },
      COMB: { label: 'Kombiniert' },
    },
  },
  'list.MASS_TYPE': {
    title: 'Art des Herdbefunds',
    items: {
      SC: { label: 'Einfache Zyste' },
      COMP_C_SOL_MASS: { label: 'Komplex zystisch-solide' },
      MASS: { label: 'Solide' },
      COMP_C: { label: 'Komplizierte Zyste' },
      INTRA_NODE: { label: 'Lymphknoten' },
      FLUID_SURGICAL: { label: 'Postoperative Flüssigkeit' },
      FLUID_ABSCESS: { label: 'Abszess' },
      FAT_NECRO: { label: 'Fettgewebsnekrose' },
      SCAT_CALC: { label: 'Verstreute Verkalkungen' },
    },
  },
  'list.CALCIFICATION': {
    title: 'Verkalkungen',
    items: {
      IN_MASS: { label: 'Im Herdbefund' },
      OUTSIDE_MASS: { label: 'Außerhalb eines Herdbefunds' },
      INTRADUCTAL: { label: 'Intraduktal' },
    },
  },
  'list.ASSOCIATED': {
    title: 'Assoziierte Merkmale',
    items: {
      DISTORTION: { label: 'Architekturstörung' },
      DUCT: { label: 'Gangveränderungen' },
      SKIN_THICK: { label: 'Hautverdickung' },
      SKIN_RETRACT: { label: 'Hautretraktion' },
      OEDEMA: { label: 'Ödem' },
    },
  },
  'list.VASCULARITY': {
    title: 'Vaskularisation',
    items: {
      ABSENT: { label: 'Fehlend' },
      INTERNAL: { label: 'Intern' },
      RIM: { label: 'Am Rand' },
    },
  },
  'list.ELASTICITY': {
    title: 'Elastizität',
    items: {
      SOFT: { label: 'Weich' },
      INTERMEDIATE: { label: 'Mittel' },
      HARD: { label: 'Hart' },
    },
  },
  'list.SPECIAL_CASE': {
    title: 'Spezialfälle',
    items: {
      MICROCYSTS: { label: 'Gruppierte Mikrozysten' },
      SKIN_MASS: { label: 'Herdbefund in oder auf der Haut' },
      FOREIGN_BODY: { label: 'Fremdkörper oder Implantat' },
      AX_NODE: { label: 'Axillärer Lymphknoten' },
      VASCULAR: { label: 'Gefäßveränderung' },
    },
  },
};
