import { defineTexts, plural } from '#foundation';

const sizes = {
  massLengthUm: 'Longest horizontal',
  massHeightUm: 'Vertical',
  massWidthUm: 'Orthogonal horizontal',
} as const;
/** Of a finding, wherever two of them are held against each other. */
const said = {
  ...{ biradsScore: 'BI-RADS', isMass: 'Mass' },
  ...sizes,
  annotationLabels: 'Labels',
} as const;

/** What the findings panel says beyond their places. */
export const findingTexts = defineTexts('findings', {
  sides: { L: 'Left', R: 'Right' },
  count: (count: number) => plural(count, 'finding', 'findings'),
  sources: { USER: 'User', AI: 'AI Segment', AIAD: 'AI Auto Detect' },
  sizes: {
    ...sizes,
    none: 'not measured',
    typed: 'typed',
    mm: (mm: string) => `${mm} mm`,
    row: (lengths: readonly string[]) => `${lengths.join(' × ')} mm`,
    oblique: (plane: string, mm: string) => `${plane}, of ${mm} mm drawn`,
    ml: (ml: string) => `${ml} ml`,
  },
  edits: {
    when: (instant: string) =>
      new Date(instant).toLocaleString('en-GB', {
        ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
      }),
    drawn: (when: string, name: string | null) =>
      name === null ? `Made ${when}` : `Made ${when} by ${name}`,
    more: (drawn: string, edits: number) =>
      `${drawn} · ${edits} ${edits === 1 ? 'edit' : 'edits'} since`,
    line: (when: string, act: string, name: string) => `${when} · ${act} · ${name}`,
    acts: {
      createFinding: 'made',
      updateFinding: 'changed',
      deleteFinding: 'deleted',
      groupFindings: 'grouped',
      ungroupFinding: 'split',
      deleteAiContour: 'contour of the AI removed',
    },
    nobody: 'the system',
    /** Who may not know of the others: a blind annotator. */
    someone: 'someone else',
    you: 'You',
  },
  inSpace: 'Distance in 3D',
  fromNipple: 'from nipple',
  category: (name: string) => `BI-RADS ${name}`,
  note: 'Note',
  labels: 'Labels',
  open: {
    copy: 'Copy to report',
    edit: 'Edit note, sizes and labels',
    more: (label: number) => `More for finding ${label}`,
    choose: (label: number) => `Choose finding ${label} for grouping`,
    picture: (plane: string) => `${plane} picture of the finding`,
    planes: { COR: 'Coronal', TRA: 'Transv.', SAG: 'Sagittal', RAD: 'Radial' },
  },
  menu: {
    title: 'Findings menu',
    group: 'Group with others…',
    ungroup: 'Ungroup',
    add: 'Add marks to it',
    hide: 'Hide from my list',
    show: 'Show in my list again',
    editAi: 'Make my own from it',
    remove: 'Delete',
    exportCsv: 'Export as CSV',
    exportJson: 'Export as JSON',
    groupLengths: 'Group crossing lengths by themselves',
    on: 'on',
    off: 'off',
    switched: (what: string, state: string) => `${what}: ${state}`,
    showHidden: (count: number) => `Show ${count} hidden`,
    hideHidden: (count: number) => `Leave out ${count} hidden`,
  },
  suggestions: 'AI suggestions',
  showDetections: 'Show on images',
  adding: {
    now: (label: number) => `New marks go into finding ${label}`,
    begin: (label: number) => `Add marks to finding ${label}`,
    end: 'End',
  },
  prior: {
    head: (day: string) => `Prior ${day}`,
    jump: (day: string, side: string, label: number) =>
      `Go to finding ${label} of ${day} in the ${side} breast`,
    jumpAmong: (day: string, side: string, labels: readonly number[]) =>
      `Go to the next of findings ${labels.join(', ')} of ${day} in the ${side} breast`,
  },
  chosen: (count: number) => `${count} chosen`,
  groupChosen: 'Group',
  clearChosen: 'Clear',
  why: {
    scanNotOpen: 'Open a scan first',
    ofAi: 'Findings of the AI stay as they are',
    /** The specification's words. */
    groupOfAi: 'The finding to group is not User generated finding',
    notOfAi: 'Only findings of the AI are copied',
    switchedOff: 'Your site has switched editing of AI findings off',
    singleMark: 'The finding has a single mark',
    nothingToGroup: 'There is no other finding of yours in this scan',
    isRepresentative: 'This mark stands for the finding already',
    nothingToExport: 'There are no findings to export',
    tooManyToExport: (findings: number, most: number) =>
      `A file holds ${most} findings at most, these are ${findings}: choose some in the list`,
    noProposal: 'The AI proposes no nipple for this scan',
    signed: (who: string, day: string) => `Signed by ${who} on ${day}`,
  },
  lock: {
    title: (who: string, at: string) => `Signed by ${who}, ${at}`,
    next: 'Findings stay as they were signed. Begin an addendum to change them.',
    someone: 'a reader',
  },
  readers: {
    label: 'Also reading this scan',
    at: (name: string, place: string) => `${name} · at ${place}`,
    here: (name: string) => `${name} reads this scan too`,
  },
  /** A reader of both coronals sets that of the breast that is read. */
  density: { L: 'Density, left breast', R: 'Density, right breast' },
  map: {
    label: 'Findings on the breasts',
    side: { L: 'Left breast', R: 'Right breast' },
    jump: (side: string, label: number) => `Go to finding ${label} of the ${side} breast`,
    jumpAmong: (side: string, labels: readonly number[]) =>
      `Go to the next of findings ${labels.join(', ')} of the ${side} breast`,
    among: (labels: readonly number[]) =>
      `Findings ${labels.join(', ')}: each press goes to the next`,
    several: (count: number) => `×${count}`,
    sideWords: { L: 'left', R: 'right' },
  },
  thumbnail: {
    otherScan: {
      /** The specification's words. */
      title: "Thumbnail generation failed because findings don't belong to the same scan",
      next: 'Open the scan of the finding.',
    },
  },
  group: {
    title: 'Group findings',
    which: 'Findings that become one',
    target: 'Keeps its number and stands for the whole',
    differ: 'They differ. Which value holds?',
    open: (fields: readonly string[]) => `Still to decide: ${fields.join(', ')}`,
    decide: 'Choose the value that holds.',
    measured: 'measured of all marks',
    of: (label: number) => `finding ${label}`,
    value: (value: string, of: string) => `${value} · ${of}`,
    go: 'Group',
    cancel: 'Cancel',
    finding: (label: number, place: string) => `${label} · ${place}`,
    fields: said,
    mass: { yes: 'a mass', no: 'no mass' },
    done: 'Findings grouped',
    split: (count: number) => `Split into ${count} findings`,
  },
  edit: {
    title: (label: number) => `Finding ${label}`,
    size: (name: string) => `${name}, mm`,
    measured: 'Leave empty to have it measured.',
    noSize: 'Type millimetres between 0 and 10 000.',
    save: 'Save',
    cancel: 'Cancel',
    gone: {
      title: (who: string) => `${who} deleted this finding meanwhile`,
      detail: 'What you typed still stands here.',
      next: 'Copy what you need of it. It can be saved once the finding is back.',
    },
    changed: {
      title: (who: string) => `${who} changed the same meanwhile`,
      theirs: (field: string, words: string) => `${field}: ${words}`,
      next: 'Save replaces theirs by yours, Cancel leaves theirs.',
    },
    signed: {
      detail: 'What you typed still stands here, and can’t be saved.',
      next: 'Copy what you need of it for an addendum.',
    },
  },
  conflict: {
    title: (who: string) => `${who} changed this finding meanwhile`,
    someone: 'Someone else',
    deletedThere: 'They deleted it.',
    deletedHere: 'You deleted it.',
    mine: 'Keep mine',
    theirs: 'Keep theirs',
    field: 'Field',
    yours: 'Yours',
    other: 'Theirs',
    marks: (count: number) => plural(count, 'mark', 'marks'),
    marksDiffer: 'drawn otherwise',
    nothing: '–',
    fields: {
      marks: 'Marks',
      note: 'Note',
      ...said,
      recommendations: 'Recommendations',
    },
  },
  copied: 'A finding of your own was made; the AI’s stays',
  exported: 'Findings exported',
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
    title: 'Nipple',
    setBy: (who: string, at: string) => `Set by ${who}, ${at}`,
    you: 'you',
    another: 'another reader',
    set: 'Set by a click in any plane',
    again: 'Set again by a click in any plane',
    confirm: (per: string | null) =>
      per === null ? 'Confirm the AI’s place' : `Confirm the AI’s place (${per})`,
    percent: (of: number) => `${Math.round(of * 100)} % sure`,
    go: 'Go to the nipple',
    goProposal: 'Look at the AI’s place',
    picture: 'Picture of the nipple',
    drag: 'Drag to move the nipple',
    moved: 'Nipple set; clock and distance of all findings follow',
    otherOpened: 'Another scan was opened before the nipple was kept.',
  },
  job: {
    titles: { R3D: '3D', AUTO_DETECTION: 'AI detect', DICOM_3D_TO_PACS: 'Archive' },
    percent: (name: string, of: number) => `${name} ${of} %`,
    waiting: (name: string) => `${name} waits`,
    stop: (name: string) => `Stop ${name}`,
  },
});
