import { defineTexts, formatInstant, plural } from '#foundation';

const sizes = {
  massLengthUm: 'Longest horizontal',
  massHeightUm: 'Vertical',
  massWidthUm: 'Orthogonal horizontal',
} as const;
/** Field names used when findings are compared. */
const fieldNames = {
  biradsScore: 'BI-RADS',
  isMass: 'Mass',
  ...sizes,
  annotationLabels: 'Labels',
} as const;

/** Texts of the findings panel, except locations. */
export const findingTexts = defineTexts('findings', {
  sides: { L: 'Left', R: 'Right' },
  count: (count: number) => plural(count, 'finding', 'findings'),
  sources: { USER: 'User', AI: 'AI Segment', AIAD: 'AI Auto Detect' },
  /** A rating for research, which no report contains. */
  ofReaderStudy: 'Reader study, not in the report',
  sizes: {
    ...sizes,
    none: 'not measured',
    typed: 'manual',
    byModel: 'from the model',
    mm: (mm: string) => `${mm} mm`,
    row: (lengths: readonly string[]) => `${lengths.join(' × ')} mm`,
    oblique: (plane: string, mm: string) => `${plane}, drawn ${mm} mm`,
    ml: (ml: string) => `${ml} ml`,
    image: 'image',
  },
  edits: {
    when: (instant: string) => formatInstant(instant),
    drawn: (when: string, name: string | null) =>
      name === null ? `Created ${when}` : `Created ${when} by ${name}`,
    more: (drawn: string, edits: number) => `${drawn} · ${plural(edits, 'edit', 'edits')}`,
    line: (when: string, action: string, name: string) => `${when} · ${action} · ${name}`,
    actions: {
      createFinding: 'created',
      updateFinding: 'edited',
      deleteFinding: 'deleted',
      groupFindings: 'grouped',
      ungroupFinding: 'ungrouped',
      deleteAiContour: 'AI contour deleted',
      decideAiFinding: 'AI finding reviewed',
    },
    system: 'the system',
    /** Shown to blind annotators, who may not see other users' names. */
    otherUser: 'another user',
    you: 'You',
  },
  inSpace: 'Distance in 3D',
  fromNipple: 'from nipple',
  category: (name: string) => `BI-RADS ${name}`,
  note: 'Description',
  noteHelp:
    'Part of the finding: exported and grouped with it. For messages to other readers use Notes.',
  labels: 'Labels',
  assessment: {
    birads: 'BI-RADS',
    massFlag: 'Mass',
    notAssessed: 'Not assessed',
    mass: { yes: 'Yes', no: 'No' },
    recommendations: 'Recommendations',
    blind: 'Blind annotators can’t assess findings.',
  },
  open: {
    copy: 'Copy to report',
    edit: 'Edit finding',
    more: (label: number) => `More actions for finding ${label}`,
    check: (label: number) => `Select finding ${label} for grouping`,
    imageLabel: (plane: string) => `${plane} image of the finding`,
    planes: { COR: 'Coronal', TRA: 'Transv.', SAG: 'Sagittal', RAD: 'Radial' },
  },
  menu: {
    title: 'Findings menu',
    group: 'Group with others…',
    ungroup: 'Ungroup',
    add: 'Add marks',
    hide: 'Hide from my list',
    show: 'Show in my list',
    editAi: 'Edit a copy',
    remove: 'Delete',
    saveThumbnails: 'Save thumbnails',
    exportCsv: 'Export as CSV',
    exportJson: 'Export as JSON',
    groupLengths: 'Group crossing lengths automatically',
    on: 'on',
    off: 'off',
    switched: (what: string, state: string) => `${what}: ${state}`,
    showHidden: (count: number) => `Show ${count} hidden`,
    hideHidden: (count: number) => `Hide ${count} again`,
  },
  annotations: {
    title: 'Annotations',
    types: { TEXT: 'Text', ARROW: 'Arrow', PLANELOCATOR: 'Plane locator' },
  },
  suggestions: 'AI suggestions',
  showDetections: 'Show on images',
  adding: {
    now: (label: number) => `New marks are added to finding ${label}`,
    start: (label: number) => `Add marks to finding ${label}`,
    end: 'Done',
  },
  prior: {
    head: (day: string) => `Prior ${day}`,
    jump: (day: string, side: string, label: number) =>
      `Go to finding ${label} in the ${side} breast, prior ${day}`,
    jumpAmong: (day: string, side: string, labels: readonly number[]) =>
      `Go to the next of findings ${labels.join(', ')} in the ${side} breast, prior ${day}`,
  },
  checked: (count: number) => `${count} selected`,
  groupChecked: 'Group',
  clearChecked: 'Clear',
  reasons: {
    scanNotOpen: 'Open a scan first',
    ofAi: 'AI findings can’t be changed',
    /** Prescribed by the specification. */
    groupOfAi: 'The finding to group is not User generated finding',
    ofAnnotation: 'Annotations have no descriptors',
    notOfAi: 'Only AI findings can be copied',
    switchedOff: 'Editing AI findings is switched off at this site',
    singleMark: 'The finding has only one mark',
    nothingToGroup: 'This scan has no other user finding',
    nothingToExport: 'No findings to export',
    tooManyToExport: (findings: number, max: number) =>
      `An export can hold ${max} findings, but there are ${findings}. Select fewer in the list.`,
    noProposal: 'No AI nipple location for this scan',
    signed: (who: string, day: string) => `Signed by ${who} on ${day}`,
  },
  lock: {
    title: (who: string, at: string) => `Signed by ${who}, ${at}`,
    next: 'Signed findings are locked. Start an addendum to change them.',
    unnamedReader: 'a reader',
  },
  readers: {
    label: 'Also reading this scan',
    at: (name: string, location: string) => `${name} · at ${location}`,
    readsToo: (name: string) => `${name} is also reading this scan`,
  },
  /** Names the breast, because a view of both coronals sets the density of the read breast. */
  density: { L: 'Density, left breast', R: 'Density, right breast' },
  map: {
    label: 'Map of findings',
    side: { L: 'Left breast', R: 'Right breast' },
    jump: (side: string, label: number) => `Go to finding ${label} in the ${side} breast`,
    jumpAmong: (side: string, labels: readonly number[]) =>
      `Go to the next of findings ${labels.join(', ')} in the ${side} breast`,
    among: (labels: readonly number[]) =>
      `Findings ${labels.join(', ')}; each press goes to the next`,
    several: (count: number) => `×${count}`,
    sideNames: { L: 'left', R: 'right' },
    palpable: (side: string, clock: string, distanceMm: number | null) =>
      distanceMm === null
        ? `Palpable in the ${side} breast at ${clock}`
        : `Palpable in the ${side} breast at ${clock}, ${distanceMm} mm from the nipple`,
  },
  thumbnail: {
    notLoaded: 'Shown once the images of this breast are loaded',
    otherScan: {
      /** Prescribed by the specification. */
      title: "Thumbnail generation failed because findings don't belong to the same scan",
      next: 'Select findings of one scan only.',
    },
    tooMany: (findings: number, max: number) =>
      `An image can hold ${max} thumbnails, but ${findings} findings are selected`,
  },
  group: {
    title: 'Group findings',
    which: 'Findings to group',
    target: 'Target finding (keeps its number)',
    differ: 'Values differ. Choose one.',
    open: (fields: readonly string[]) => `Choose a value: ${fields.join(', ')}`,
    decide: 'Choose a value.',
    measured: 'measured from all marks',
    of: (label: number) => `finding ${label}`,
    value: (value: string, of: string) => `${value} · ${of}`,
    go: 'Group',
    cancel: 'Cancel',
    finding: (label: number, location: string) => `${label} · ${location}`,
    fields: fieldNames,
    mass: { yes: 'mass', no: 'no mass' },
    done: 'Findings grouped',
    split: (count: number) => `Ungrouped into ${count} findings`,
  },
  edit: {
    title: (label: number) => `Finding ${label}`,
    size: (name: string) => `${name}, mm`,
    measured: 'Leave empty to use the measured size.',
    noSize: (maximum: string) => `Enter millimetres above 0, up to ${maximum}.`,
    restored: 'Your unsaved entries were restored.',
    startOver: 'Start over',
    unsaved: 'This finding has unsaved entries.',
    rejected: 'The server did not accept these entries.',
    fieldError: (field: string, message: string) => `${field}: ${message}`,
    resume: 'Continue editing',
    save: 'Save',
    cancel: 'Cancel',
    deleted: {
      title: (who: string) => `${who} deleted this finding`,
      detail: 'Your entries are still shown here.',
      next: 'Copy what you need. You can save after the finding is restored.',
    },
    changed: {
      title: (who: string) => `${who} changed the same fields`,
      theirs: (field: string, value: string) => `${field}: ${value}`,
      next: 'Save overwrites these values. Cancel keeps them.',
    },
    signed: {
      detail: 'Your entries are still shown here but can’t be saved.',
      next: 'Copy what you need for an addendum.',
    },
  },
  conflict: {
    title: (who: string) => `${who} also changed this finding`,
    otherUser: 'Another user',
    deletedThere: 'They deleted it.',
    deletedHere: 'You deleted it.',
    mine: 'Keep mine',
    theirs: 'Keep theirs',
    field: 'Field',
    mineHeading: 'Yours',
    other: 'Theirs',
    marks: (count: number) => plural(count, 'mark', 'marks'),
    marksDiffer: 'drawn differently',
    empty: '–',
    fields: {
      marks: 'Marks',
      note: 'Description',
      ...fieldNames,
      recommendations: 'Recommendations',
    },
  },
  copied: 'Copied to your findings. The AI finding is unchanged.',
  exported: 'The download of the findings has started',
  hidden: 'Finding hidden from your list',
  markDeleted: 'Mark deleted',
  walk: { next: 'next', previous: 'previous', hold: 'hold to hide overlays' },
  nipple: {
    states: {
      NOT_SET: 'Nipple not set',
      NOT_CONFIRMED: 'AI proposes nipple',
      PREVIOUSLY_SET: 'Nipple set',
      JUST_SET: 'Nipple just set',
    },
    setBy: (who: string, at: string) => `Set by ${who}, ${at}`,
    you: 'you',
    another: 'another reader',
    set: 'Set the nipple in a plane',
    again: 'Set the nipple again',
    confirm: (per: string | null) =>
      per === null ? 'Confirm AI location' : `Confirm AI location (${per})`,
    percent: (of: number) => `confidence ${Math.round(of * 100)} %`,
    go: 'Go to the nipple',
    goProposal: 'Go to the AI location',
    imageLabel: 'Image of the nipple',
    drag: 'Drag to move the nipple',
    moved: 'Nipple set. Locations of all findings were updated.',
    otherOpened: 'Another scan was opened before the nipple was saved.',
  },
  job: {
    titles: { R3D: '3D', AUTO_DETECTION: 'AI detect', DICOM_3D_TO_PACS: 'Archive' },
    percent: (name: string, of: number) => `${name} ${of} %`,
    queued: (name: string) => `${name} queued`,
    stop: (name: string) => `Stop ${name}`,
  },
});
