import { defineTexts } from '#foundation';

/** Texts of the report tab. */
export const reportPageTexts = defineTexts('report-page', {
  sides: { R: 'Right breast', L: 'Left breast' },
  states: {
    none: 'No report yet',
    DRAFT: 'Draft',
    PRELIMINARY: 'Preliminary',
    SIGNED: 'Signed',
    ADDENDUM: 'Addendum',
    openAddendum: 'Addendum, not signed',
  },
  save: {
    saved: 'Saved',
    waiting: 'Not saved yet',
    saving: 'Saving',
    offline: 'Offline. Kept on this computer until the server answers',
    failed: 'Not saved',
    retry: 'Save again',
  },
  empty: {
    noStudy: 'Open a study to see its report.',
    notYourRole: 'Your role can’t see reports.',
    noScan: 'This study has no completed scan. A report needs one.',
    noFindings: 'No findings. Mark a lesion, or report a normal study.',
    nothingFound: 'No findings.',
    damaged:
      'The stored report differs from what was signed. Do not use it, and inform the administrator.',
  },
  finding: {
    tabs: 'Findings of the report',
    tabName: (side: string, label: number, place: string) => `Finding ${label}, ${side}, ${place}`,
    unplaced: 'no location',
    size: 'Size',
    sizes: { massLengthUm: 'Length', massHeightUm: 'Height', massWidthUm: 'Width' },
    measured: 'from marks',
    typed: 'typed',
    noSize: 'Not measured',
    category: 'BI-RADS category',
    recommendation: 'Recommendation',
    note: 'Further text',
    show: 'Show on the images',
    furtherDescriptors: (chosen: number) =>
      chosen === 0 ? 'Further descriptors' : `Further descriptors (${chosen})`,
  },
  prior: {
    label: 'Same lesion in a prior',
    /** `longestMm` is null without sizes. */
    name: (day: string, label: number, longestMm: string | null) =>
      `${day}, finding ${label}${longestMm === null ? '' : `, ${longestMm} mm`}`,
    proposed: (name: string, mm: number) => `Close to this location (${mm} mm): ${name}`,
    link: 'Link',
    notListed: 'Finding of another breast, or not read',
    noSizes: 'No size is known on both days.',
    change: (fromMm: string, toMm: string, percent: string) =>
      `Longest diameter ${fromMm} mm, now ${toMm} mm (${percent} %).`,
    doubling: (days: number) => `Volume doubling time ${days} ${days === 1 ? 'day' : 'days'}.`,
  },
  side: {
    category: (side: string) => `BI-RADS, ${side}`,
    density: 'Density',
    proposed: (category: string, finding: string) =>
      `Highest of the findings: ${category} (${finding})`,
    adopt: (category: string, management: string | null) =>
      management === null ? `Use ${category}` : `Use ${category}: ${management.toLowerCase()}`,
    adoptBoth: (right: string, left: string) => `Use R ${right} and L ${left}`,
    proposedBoth: 'Highest categories of the findings',
    text: 'Text of this breast',
  },
  sections: {
    indication: 'Indication',
    technique: 'Technique',
    comparison: 'Comparison',
    correlation: 'Correlation',
    impression: 'Impression',
    recommendations: (side: string) => `Management, ${side}`,
    bothSides: 'Management, both breasts',
    followUp: 'Follow-up',
    months: (months: number) => (months === 1 ? 'in 1 month' : `in ${months} months`),
    more: 'Indication, technique, comparison',
    text: 'Report text',
  },
  sentence: {
    edit: (text: string) => `Edit the sentence: ${text}`,
    add: 'Add text',
    edited: 'Edited',
    outdated: 'The record has changed since you edited this. The template now says:',
    follow: 'Use the text of the template',
    keep: 'Keep mine',
    save: 'Apply',
    cancel: 'Cancel',
  },
  checks: {
    title: 'Checks',
    none: 'Nothing to check',
    block: 'Must be solved',
    warn: 'Check this',
    goTo: 'Go to',
    override: 'Sign anyway',
    reason: 'Reason',
    overridden: (reason: string) => `Reason: ${reason}`,
    remove: 'Remove the reason',
    left: (blocks: number, warnings: number) =>
      blocks > 0
        ? blocks === 1
          ? '1 point must be solved before the signature.'
          : `${blocks} points must be solved before the signature.`
        : warnings === 1
          ? '1 warning needs a reason before the signature.'
          : `${warnings} warnings need a reason before the signature.`,
  },
  actions: {
    normal: 'Normal study',
    preview: 'Preview',
    preliminary: 'Mark as preliminary',
    sign: 'Sign report',
    signAddendum: 'Sign addendum',
    nextStudy: 'Next study',
    noNextStudy: 'No further new study is waiting.',
    newVersion: 'Change in a new version',
    addendum: 'Write an addendum',
    discard: 'Discard draft',
    discardAddendum: 'Discard addendum',
    menu: 'More actions of the report',
    versions: 'Versions',
    fullPage: 'Full page',
    notYourRole: 'Your role can’t write reports.',
  },
  fullPage: { title: 'Report' },
  pdf: {
    title: 'Report as PDF',
    loading: 'The report is being drawn',
    save: 'Save as PDF',
    close: 'Close',
  },
  discard: {
    title: 'Discard this draft?',
    text: 'The draft and its texts are deleted. Earlier versions stay.',
    confirm: 'Discard draft',
    addendumTitle: 'Discard this addendum?',
    addendumText: 'Its text is deleted. The signed report stays.',
  },
  sign: {
    title: 'Sign the report',
    addendumTitle: 'Sign the addendum',
    born: (day: string) => `born ${day}`,
    study: (day: string) => `Study of ${day}`,
    category: (side: string, category: string) => `${side}: BI-RADS ${category}`,
    meaning: 'After the signature the report can’t be changed. Corrections are addenda.',
    checked: 'I have checked this',
    password: 'Your password',
    sign: 'Sign',
    cancel: 'Cancel',
  },
  conflict: {
    title: 'Another page has changed this report',
    text: 'Both versions are kept until you choose one.',
    next: 'Open the report and choose one of the two texts.',
    mine: 'Keep mine',
    theirs: 'Use the other',
    removed: 'Only in the other version',
    added: 'Only in yours',
  },
  changed: {
    title: 'The report has changed',
    text: 'It is no longer the version that you wanted to sign. Nothing was signed.',
    next: 'Read the report again, then sign it.',
  },
  other: {
    writing: (number: number) => `Another reader has started version ${number}.`,
  },
  versions: {
    title: 'Versions of the report',
    number: (number: number, state: string) => `Version ${number}, ${state}`,
    compare: (number: number) => `Differences from version ${number}`,
    same: 'The texts are the same.',
    first: 'This is the first version.',
    close: 'Close',
    loading: 'Reading the version',
  },
  addendum: {
    text: 'Addendum',
    save: 'Save addendum',
    help: 'The addendum is part of the report after its signature.',
  },
  leave: {
    title: 'The report is not saved yet',
    text: 'The server does not have your latest text yet. Signing out deletes it.',
    stay: 'Stay',
    leave: 'Leave',
  },
  signed: {
    by: (name: string, at: string) => `Signed by ${name}, ${at}`,
    hash: (hash: string) => `Hash ${hash}`,
  },
});
