import { defineTexts } from '#foundation';

/** Texts of the statistics of signed reports. */
export const statisticsTexts = defineTexts('report-statistics', {
  intro:
    'Signed studies by the day of the study. Every share states its counts and its 95 % confidence interval (Wilson).',
  from: 'From',
  to: 'To',
  reader: 'Reader',
  allReaders: 'All readers',
  save: 'Save as CSV',
  fileName: (from: string, to: string) => `report-statistics-${from}-${to}.csv`,
  loading: 'Computing the statistics',
  chooseDays: 'Choose the first and the last day.',
  reversed: 'The last day is before the first day.',
  empty: 'No study of these days is signed.',
  unknown: 'unknown',
  unknownUser: 'Unknown user',
  cards: {
    title: 'Figures',
    studies: 'Signed studies',
    breasts: (count: number) => (count === 1 ? '1 breast' : `${count} breasts`),
    addenda: (count: number) => `${count} with an addendum`,
    kinds: (screening: number, diagnostic: number, none: number) =>
      `${screening} screening, ${diagnostic} diagnostic, ${none} without indication`,
    recall: 'Recall rate',
    incomplete: 'Category 0 at screening',
    time: 'Time to signature',
    ppv1: 'PPV1, recall',
    ppv2: 'PPV2, biopsy recommended',
    ppv3: 'PPV3, biopsy performed',
    counts: (numerator: number, denominator: number) => `${numerator} of ${denominator}`,
    interval: (low: string, high: string) => `95 % interval ${low} to ${high}`,
    withoutOutcome: (count: number, positives: number) =>
      `${count} of ${positives} positive studies without an outcome`,
    noCases: 'No cases',
    p90: (time: string) => `90th percentile ${time}`,
    ofStudies: (count: number) => (count === 1 ? '1 study' : `${count} studies`),
  },
  minutes: (minutes: string) => `${minutes} min`,
  hours: (hours: string) => `${hours} h`,
  days: (days: string) => `${days} days`,
  categories: {
    title: 'BI-RADS categories',
    unit: 'Count',
    units: { STUDY: 'Studies, most severe breast', BREAST: 'Each breast' },
    chart: 'Number by BI-RADS category',
    category: 'BI-RADS',
    months: 'Categories by month',
    table: 'Categories by month and reader',
    month: 'Month',
    reader: 'Reader',
    total: 'Total',
    bar: (category: string, count: number) => `BI-RADS ${category}: ${count}`,
  },
  readers: {
    title: 'Readers',
    reader: 'Reader',
    studies: 'Studies',
    recall: 'Recall rate',
    interval: '95 % interval',
    counts: 'Counts',
    median: 'Median time to signature',
    p90: '90th percentile',
  },
  definitions: {
    title: 'Definitions',
    recall:
      'Recall rate: screening studies with category 0, 3, 4 or 5 in any breast, divided by all screening studies. Ultrasound screening has no second step that could clear a category 3, so it counts as a recall, as in the audit of screening ultrasound. Category 0 alone is shown beside it.',
    screening:
      'Screening: all indications of the study are dense breasts, screening at high risk, or screening of a young, pregnant or breast-feeding woman. Studies with any other indication are diagnostic. Studies without an indication are in neither group.',
    study:
      'A study counts with its most severe breast, in the order 5, 4C, 4B, 4A, 0, 6, 3, 2, 1; a breast counts with its own category.',
    reader: 'The reader is the user who signed the report, not its addenda.',
    time: 'Time to signature: from the storage of the first volume of the last scan to the first signature. Without a volume the time of recording or import counts.',
    ppv1: 'PPV1: recalled screening studies with a malignant outcome within 365 days, divided by those with an outcome.',
    ppv2: 'PPV2: studies with category 4 or 5 and a malignant outcome within 365 days, divided by those with an outcome.',
    ppv3: 'PPV3: the same, divided by those with biopsy or surgery within 365 days.',
    outcome:
      'Only findings of breasts with a positive category count, without lesions of category 6. A study has an outcome if one of these findings was malignant within 365 days, or if each positive one has an outcome; without a positive finding in the breast, each of its findings. High-risk lesions count as not malignant. A lesion that has grown within 365 days has no outcome until a biopsy or surgery from that day on is entered. Positive studies without an outcome are left out and counted; many of them make a PPV unreliable.',
  },
});
