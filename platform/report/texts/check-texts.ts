import { defineTexts } from '#foundation';

/** Words that messages of checks insert. */
export const checkWords = defineTexts('report-check-words', {
  sides: { L: 'left breast', R: 'right breast' },
  sideInText: { L: 'left', R: 'right' },
  sections: {
    technique: 'Technique',
    comparison: 'Comparison',
    right: 'Right breast',
    left: 'Left breast',
    impression: 'Impression',
  },
  finding: (name: string) => `Finding ${name}`,
});

/** Title, condition and message of each check, by its id. */
export const checkTexts = defineTexts('report-checks', {
  'category-missing': {
    title: 'Category of a breast missing',
    firesWhen: 'A scanned breast has no BI-RADS category.',
    message: (side: string) => `The ${side} was scanned but has no category. Choose a category.`,
  },
  'category-unscanned': {
    title: 'Category of an unscanned breast',
    firesWhen: 'A breast without a completed scan has a BI-RADS category.',
    message: (side: string) =>
      `The ${side} has a category but was not scanned. Remove the category, or correct the side of the scan.`,
  },
  'finding-category-missing': {
    title: 'Category of a finding missing',
    firesWhen: 'A finding has no BI-RADS category.',
    message: (name: string, side: string) =>
      `Finding ${name} in the ${side} has no category. Choose a category.`,
  },
  'finding-description-missing': {
    title: 'Description of a finding missing',
    firesWhen: 'A finding has no descriptor, and the reader has written nothing about it.',
    message: (name: string, side: string) =>
      `Finding ${name} in the ${side} is not described. Choose descriptors, or write a sentence.`,
  },
  'finding-size-missing': {
    title: 'Size of a finding missing',
    firesWhen: 'A finding has none of the three sizes.',
    message: (name: string, side: string) =>
      `Finding ${name} in the ${side} has no size. Measure the finding, or type a size.`,
  },
  'size-typed-over-mark': {
    title: 'Typed size differs from the mark',
    firesWhen: 'A size was typed, and a mark of the finding measures another size.',
    message: (name: string, side: string, typed: string, measured: string) =>
      `Finding ${name} in the ${side}: ${typed} mm was typed, its mark measures ${measured} mm. Check both.`,
  },
  'category-below-descriptors': {
    title: 'Category below the descriptors',
    firesWhen:
      'A finding of category 1 or 2 is irregular, not parallel or shadowing, or its margin is angular, microlobulated or spiculated, and its type is not typically benign; or a finding of category 3 is shadowing. Such findings are usually category 4 or higher.',
    message: (name: string, side: string, category: string, descriptors: readonly string[]) =>
      `Finding ${name} in the ${side}: category ${category}, but ${descriptors.join(', ')} usually means 4 or higher. Check category and descriptors.`,
  },
  'size-unlike-ai': {
    title: 'Size differs from that of the AI finding',
    firesWhen:
      'The longest size of a finding is more than twice, or less than half, that of the accepted AI finding at its location.',
    message: (name: string, side: string, own: string, ai: string) =>
      `Finding ${name} in the ${side} measures ${own} mm, the AI finding at this location ${ai} mm. Check the marks.`,
  },
  'b3-descriptors': {
    title: 'Category 3 with descriptors that are not typical',
    firesWhen:
      'A finding of category 3 is irregular or not parallel, or its margin is not circumscribed.',
    message: (name: string, side: string, descriptors: readonly string[]) =>
      `Finding ${name} in the ${side}: category 3, but ${descriptors.join(', ')} is not typical of a probably benign finding. Check category and descriptors.`,
  },
  'b2-solid-mass': {
    title: 'Category 2 for a solid mass',
    firesWhen:
      'A finding of category 2 has a solid part, and no prior shows it stable for two years.',
    message: (name: string, side: string) =>
      `Finding ${name} in the ${side}: category 2 for a solid mass without a typical benign type or two years of stability. Check the category.`,
  },
  'b5-benign-descriptors': {
    title: 'Category 5 with benign descriptors',
    firesWhen: 'A finding of category 5 is oval, parallel and circumscribed.',
    message: (name: string, side: string) =>
      `Finding ${name} in the ${side}: category 5, but oval, parallel and circumscribed. Check category and descriptors.`,
  },
  'side-below-finding': {
    title: 'Category of a breast below its findings',
    firesWhen:
      'The category of a breast is less severe than that of one of its findings, in the order 5, 4C, 4B, 4A, 0, 6, 3, 2, 1. A breast of category 6 may have findings of any category below 4A.',
    message: (side: string, category: string, name: string, highest: string) =>
      `The ${side} has category ${category}, but finding ${name} has ${highest}. Raise the category of the breast, or correct the finding.`,
  },
  'b1-with-finding': {
    title: 'Category 1 with a finding',
    firesWhen: 'A breast of category 1 has a finding.',
    message: (side: string, names: readonly string[]) =>
      `The ${side} has category 1, but contains ${names.join(', ')}. Choose category 2 or higher, or delete the finding.`,
  },
  'b0-without-recommendation': {
    title: 'Category 0 without a recommendation',
    firesWhen:
      'A breast of category 0 has no recommendation other than routine screening, and neither have its findings.',
    message: (side: string) =>
      `The ${side} has category 0, but no recommendation names the imaging that is needed. Add one.`,
  },
  'b0-with-suspicious': {
    title: 'Category 0 and 4 or 5 in one breast',
    firesWhen: 'A breast has category 0 in one place and category 4 or 5 in another.',
    message: (side: string) =>
      `The ${side} has category 0 and also category 4 or 5. A breast that needs a biopsy is not incomplete: choose one of them.`,
  },
  'b3-without-follow-up': {
    title: 'Category 3 without a follow-up interval',
    firesWhen: 'A breast of category 3 has no follow-up interval and no follow-up recommendation.',
    message: (side: string) =>
      `The ${side} has category 3, but no follow-up interval. Set the months until the follow-up.`,
  },
  'b3-at-screening': {
    title: 'Category 3 at screening',
    firesWhen: 'A breast of a screening study has category 3.',
    message: (side: string) =>
      `The ${side} has category 3 at screening. Category 3 usually follows a diagnostic work-up; recall with category 0, or say why not.`,
  },
  'b6-without-proof': {
    title: 'Category 6 without a proven malignancy',
    firesWhen: 'A breast of category 6 has no malignant outcome of an earlier finding.',
    message: (side: string) =>
      `The ${side} has category 6, but no malignant outcome is entered for an earlier finding. Enter the outcome, or say where the malignancy is proven.`,
  },
  'benign-short-follow-up': {
    title: 'Short follow-up of a benign breast',
    firesWhen:
      'A follow-up within six months is recommended for a breast of category 1 or 2, and no other breast gives a reason for it.',
    message: (side: string, category: string) =>
      `The ${side} has category ${category}, but a follow-up within six months. Remove the follow-up, or check the category.`,
  },
  'suspicious-without-biopsy': {
    title: 'Category 4 or 5 without a biopsy',
    firesWhen: 'No tissue diagnosis is recommended for a breast of category 4 or 5.',
    message: (side: string, category: string) =>
      `The ${side} has category ${category}, but no recommendation of a tissue diagnosis. Add one, or give the reason.`,
  },
  'benign-with-biopsy': {
    title: 'Biopsy of a benign breast',
    firesWhen:
      'A tissue diagnosis is recommended for a breast of category 1 or 2; a recommendation for both breasts counts if neither has category 0, 3, 4, 5 or 6.',
    message: (side: string, category: string) =>
      `The ${side} has category ${category}, but a biopsy is recommended. Remove the recommendation, or check the category.`,
  },
  'biopsy-wrong-side': {
    title: 'Biopsy of the other breast',
    firesWhen:
      'A tissue diagnosis is recommended for one breast only, which was not scanned or has category 1 or 2, while the other breast has category 4 or 5 without one.',
    message: (recommended: string, suspicious: string) =>
      `A biopsy of the ${recommended} is recommended, but category 4 or 5 is in the ${suspicious}. Correct the side of the recommendation.`,
  },
  'side-in-finding-text': {
    title: 'Other side in the text of a finding',
    firesWhen: 'The text of a finding names the other breast than its marks.',
    message: (name: string, written: string, actual: string) =>
      `Finding ${name}: the text says ${written} breast, its marks are in the ${actual}. Correct the text, or write contralateral for a comparison.`,
  },
  'side-in-side-text': {
    title: 'Other side in the text of a breast',
    firesWhen: 'The text of a breast names the other breast.',
    message: (section: string, written: string) =>
      `${section}: the text says ${written}. Correct the text, or write contralateral for a comparison.`,
  },
  'side-in-impression': {
    title: 'Side in the impression',
    firesWhen:
      'A line of the impression names a finding and the other side than that of the finding.',
    message: (name: string, written: string, actual: string) =>
      `Impression: a line names finding ${name} and says ${written}, its marks are in the ${actual}. Correct the line.`,
  },
  'side-in-recommendation': {
    title: 'Other side in a recommendation',
    firesWhen: 'The text of a recommendation for one breast names the other breast.',
    message: (number: number, side: string, written: string) =>
      `Recommendation ${number} is for the ${side}, its text says ${written}. Correct the text or the side.`,
  },
  'clock-in-text': {
    title: 'Clock position in the text',
    firesWhen:
      'The text of a finding names a clock position more than one hour from that of its mark.',
    message: (name: string, written: string, actual: string) =>
      `Finding ${name}: the text says ${written}, its mark is at ${actual}. Correct the text, or move the mark.`,
  },
  'distance-in-text': {
    title: 'Distance from the nipple in the text',
    firesWhen:
      'The text of a finding names a distance from the nipple more than 5 mm from that of its mark.',
    message: (name: string, written: string, actual: number) =>
      `Finding ${name}: the text says ${written} from the nipple, its mark is at ${actual} mm. Correct the text, or move the mark.`,
  },
  'size-in-text': {
    title: 'Size in the text that was not measured',
    firesWhen:
      'The text of a finding, or a line about it, names a size that no mark measures, that was not typed, and that the linked prior does not have.',
    message: (name: string, written: string) =>
      `Finding ${name}: the text says ${written}, but no mark measures that and it was not typed as a size. Correct the text, or measure the finding.`,
  },
  'category-in-text': {
    title: 'Category in the text',
    firesWhen: 'The text of a finding names another BI-RADS category than the finding has.',
    message: (name: string, written: string, actual: string) =>
      `Finding ${name}: the text says ${written}, the finding has ${actual}. Correct the text or the category.`,
  },
  'clock-without-nipple': {
    title: 'Clock position without a nipple',
    firesWhen: 'The text of a finding names a clock position, but its scan has no nipple.',
    message: (name: string, scan: string) =>
      `Finding ${name}: the text names a clock position, but scan ${scan} has no nipple. Set the nipple.`,
  },
  'nipple-missing': {
    title: 'Nipple missing',
    firesWhen: 'A scan with findings has no nipple, so that their positions can’t be stated.',
    message: (scan: string) =>
      `Scan ${scan} has findings but no nipple: the report can’t state their positions. Set the nipple.`,
  },
  'nipple-unconfirmed': {
    title: 'Nipple not confirmed',
    firesWhen:
      'The text of a finding names a clock position, but no reader has confirmed the proposed nipple of its scan.',
    message: (scan: string, names: readonly string[]) =>
      `The nipple of scan ${scan} is only proposed, but the text of ${names.join(', ')} names a clock position. Confirm the nipple.`,
  },
  'density-missing': {
    title: 'Breast density missing',
    firesWhen: 'A scanned breast has no density.',
    message: (side: string) => `The density of the ${side} is missing. Choose a density.`,
  },
  'finding-unread': {
    title: 'Finding of another reader not opened',
    firesWhen: 'The report contains a finding of another reader that the signer has not opened.',
    message: (name: string, side: string) =>
      `Finding ${name} in the ${side} is by another reader and was not opened. Open the finding.`,
  },
  'proposal-open': {
    title: 'AI finding undecided',
    firesWhen: 'An AI finding is neither accepted nor rejected.',
    message: (name: string, side: string) =>
      `AI finding ${name} in the ${side} is neither accepted nor rejected. Decide on the finding.`,
  },
  'annotation-unreported': {
    title: 'Annotation not in the report',
    firesWhen: 'A text, arrow or plane locator has a text that no text of the report repeats.',
    message: (text: string, side: string) =>
      `Annotation “${text}” in the ${side} is not in the report. Write it into the report, or describe it as a finding.`,
  },
  'region-unseen': {
    title: 'Part of a scan not seen',
    firesWhen: 'Less than 80 % of a scan was on the screen.',
    message: (scan: string, percent: number) =>
      `Only ${percent} % of scan ${scan} was seen. Look at the rest.`,
  },
  'prior-not-opened': {
    title: 'Prior not opened',
    firesWhen: 'The reader has not opened the newest prior of the patient.',
    message: (day: string) => `The prior of ${day} was not opened. Open the prior.`,
    messageWithoutDay: 'A prior of unknown date was not opened. Open the prior.',
  },
  'comparison-empty': {
    title: 'Comparison empty',
    firesWhen: 'A prior exists, but the section on comparison is empty.',
    message: (count: number) =>
      count === 1
        ? 'The patient has a prior, but the comparison is empty. Write the comparison.'
        : `The patient has ${count} priors, but the comparison is empty. Write the comparison.`,
  },
  'text-outdated': {
    title: 'Edited text outdated',
    firesWhen: 'The record has changed after the reader edited a text that a template wrote.',
    message: (where: string, template: string) =>
      template === ''
        ? `${where}: the record has changed after you edited the text, and would no longer write that sentence. Check the text.`
        : `${where}: the record has changed after you edited the text, and would now write “${template}”. Check the text.`,
  },
  'addendum-side': {
    title: 'Side in an addendum',
    firesWhen: 'The text of an addendum names a side, which no check can compare with a mark.',
    message: (written: readonly string[]) =>
      `The addendum says ${written.join(', ')}. Confirm that the side is correct.`,
  },
});
