import { defineTexts } from '#foundation';

/** Texts of the page that evaluates models. */
export const evaluationTexts = defineTexts('ai-evaluation', {
  title: 'Evaluate models',
  intro:
    'Compares the stored findings of a model with the findings of readers over a set of scans. For research; nothing here is a diagnostic claim.',
  origins: {
    PHANTOM: 'Computer phantom',
    PATIENTS: 'Patients',
    PUBLIC_IMAGES: 'Public images, not this scanner',
  },
  loading: 'Loading the evaluations',
  list: {
    title: 'Evaluations',
    empty: 'No evaluations yet. Choose a model and a set, then evaluate.',
    columns: {
      model: 'Model',
      set: 'Set',
      origin: 'Images',
      sensitivity: 'Mean sensitivity',
      number: 'Evaluation of the set',
      when: 'Date',
    },
    more: 'Show more',
    open: (model: string, set: string) => `Open the evaluation of ${model} on ${set}`,
  },
  form: {
    title: 'New evaluation',
    model: 'Model',
    noModels: 'No model has findings yet. Run a detection on a scan first.',
    modelOption: (name: string, version: string, scans: number) =>
      scans === 1 ? `${name} ${version}, 1 scan` : `${name} ${version}, ${scans} scans`,
    segmentation: (option: string) => `${option}, segmentation`,
    set: 'Evaluation set',
    noSets: 'No sets yet. Create one under New evaluation set.',
    setOption: (name: string, scans: number) =>
      scans === 1 ? `${name}, 1 scan` : `${name}, ${scans} scans`,
    touched: (count: number) =>
      count === 0
        ? 'Sealed set, not evaluated yet'
        : count === 1
          ? 'Sealed set, evaluated once. This evaluation counts.'
          : `Sealed set, evaluated ${count} times. This evaluation counts.`,
    complete: (total: number) =>
      total === 1 ? 'The scan has a run of this model.' : `All ${total} scans have a run.`,
    missing: (missing: number, total: number) =>
      `${missing} of ${total} scans have no run of this model and are left out.`,
    queue: 'Queue the built-in detection for these scans',
    queued: (count: number) => (count === 1 ? '1 detection queued' : `${count} detections queued`),
    queuedNext: 'Evaluate when the detections have ended. The numbers here follow.',
    evaluate: 'Evaluate',
  },
  newSet: {
    title: 'New evaluation set',
    name: 'Name',
    nameMissing: 'Enter a name',
    origin: 'What the images show',
    originMissing: 'Choose what the images show',
    from: 'Recorded from',
    to: 'Recorded until',
    onlySigned: 'Only scans with a signed report',
    hasFindings: 'Only scans with findings of readers or models',
    sealed: 'Sealed set: count how often it is evaluated',
    help: 'The set keeps the scans that match now. It can’t be changed or deleted.',
    create: 'Create set',
    created: (name: string, scans: number) =>
      scans === 1 ? `${name} created with 1 scan` : `${name} created with ${scans} scans`,
    reversed: 'The last day is before the first day',
  },
  result: {
    back: 'All evaluations',
    csv: 'Save as CSV',
    title: (model: string, set: string) => `${model} on ${set}`,
    about: (when: string, number: number) => `Evaluation ${number} of this set, ${when}`,
    sealed: (name: string, count: number) =>
      count === 1
        ? `Sealed set ${name}: evaluated once`
        : `Sealed set ${name}: evaluated ${count} times`,
    counts: (lesions: number, proposals: number, scans: string, patients: string) =>
      `Findings of readers: ${lesions}, of the model: ${proposals}, in ${scans} of ${patients}`,
    scans: (count: number) => (count === 1 ? '1 scan' : `${count} scans`),
    patients: (count: number) => (count === 1 ? '1 patient' : `${count} patients`),
    onePatient: 'Intervals need scans of at least two patients.',
    withoutRun: (count: number) =>
      count === 1
        ? '1 scan has no run of the model and is left out.'
        : `${count} scans have no run of the model and are left out.`,
    unavailable: (count: number) =>
      count === 1
        ? '1 scan of the set no longer has a volume.'
        : `${count} scans of the set no longer have a volume.`,
    fromProposals: (count: number, total: number) =>
      `${count} of ${total} findings of readers are accepted proposals of a model, so the figures are too good.`,
    withoutPlace: (count: number) =>
      count === 1
        ? '1 finding has no marks and is left out.'
        : `${count} findings have no marks and are left out.`,
    noLesions: 'The set has no findings of readers, so no sensitivity is known.',
    interval: (low: string, high: string) => `${low}–${high}`,
    intervals: '95 % intervals by bootstrap over patients',
    unknown: 'unknown',
  },
  froc: {
    title: 'Sensitivity and false positives',
    chart: 'FROC curve: share of findings found against false positives per scan',
    x: 'False positives per scan',
    y: 'Sensitivity',
    mean: 'Mean of 1/8 to 8',
    sensitivity: 'Sensitivity',
    interval: '95 % interval',
    threshold: 'Score above',
    anyScore: 'any score',
  },
  strata: {
    title: 'By density and size',
    hint: 'At the score that permits one false positive per scan in the whole set',
    group: 'Group',
    scans: 'Scans',
    found: 'Found',
    foundOf: (found: number, lesions: number) => `${found} of ${lesions}`,
    falsePositives: 'False positives per scan',
    densities: {
      FATTY: 'Density A, fatty',
      FIBRO: 'Density B, scattered',
      HETERO: 'Density C, heterogeneous',
      EXTREME: 'Density D, extremely dense',
    },
    otherDensity: (code: string) => `Density ${code}`,
    noDensity: 'Density not assessed',
    sizes: {
      UNDER_5: 'Below 5 mm',
      FROM_5: '5 to 10 mm',
      FROM_10: '10 to 20 mm',
      FROM_20: '20 mm and more',
      UNKNOWN: 'Size unknown',
    },
  },
  calibration: {
    title: 'Calibration',
    chart: 'Share of proposals on a finding against their score',
    x: 'Score',
    y: 'Share on a finding',
    error: 'Expected calibration error',
    count: 'Proposals',
  },
  other: {
    title: 'Nipple and outlines',
    measure: 'Measure',
    value: 'Value',
    nippleMedian: (scans: number) =>
      scans === 1 ? 'Nipple, error in 1 scan' : `Nipple, median error in ${scans} scans`,
    nippleP95: 'Nipple, 95th percentile',
    nippleHint: 'Proposed nipple of the volumes, of any model, against the nipple that is set',
    dice: (pairs: number) => (pairs === 1 ? 'Dice of 1 outline' : `Mean Dice of ${pairs} outlines`),
    hd95: 'Median HD95 of these outlines',
    outlineHint: 'In the plane of the outline that a reader has drawn',
    mm: (value: string) => `${value} mm`,
    noNipple: 'No scan has a proposed and a set nipple.',
    noOutlines: 'No outline of a reader lies on a finding with a mask of the model.',
    unreadable: (count: number) =>
      count === 1 ? '1 mask could not be read.' : `${count} masks could not be read.`,
    leftOut: (count: number) =>
      count === 1
        ? '1 further outline was not compared.'
        : `${count} further outlines were not compared.`,
  },
  failures: {
    missed: (count: string) => `Missed findings (${count})`,
    falsePositives: (count: string) => `False positives with the highest scores (${count})`,
    someOf: (shown: number, total: number) => `${shown} of ${total}`,
    noneMissed: 'The model has found all findings at one false positive per scan.',
    noFalsePositives: 'The model has no false positives.',
    scan: (scan: string, label: number) => `${scan}, finding ${label}`,
    score: (score: string) => `Score ${score}`,
    notFound: 'No proposal',
    size: (mm: string) => `${mm} mm`,
    open: (scan: string, label: number) =>
      `Open finding ${label} of scan ${scan} in the reading page`,
    noImage: 'No image',
  },
});
