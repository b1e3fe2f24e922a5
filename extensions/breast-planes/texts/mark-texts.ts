import { defineTexts, formatFixed } from '#foundation';

/** Measurements of marks, prompts, and reasons for rejection. */
export const markTexts = defineTexts('marks', {
  length: (mm: number) => `${formatFixed(mm, 1)} mm`,
  area: (mm2: number) => `${formatFixed(mm2, 1)} mm²`,
  size: (widthMm: number, heightMm: number) =>
    `${formatFixed(widthMm, 1)} × ${formatFixed(heightMm, 1)} mm`,
  notYourRole: 'Your role can view but not edit findings',
  openScan: 'Open this scan to draw marks',
  earlier: (day: string) =>
    `This mark belongs to the prior of ${day}. Open that exam to change it, or draw in the current scan.`,
  earlierSigned: (who: string, day: string) =>
    `This mark belongs to the prior of ${day}, signed by ${who}, and can’t be changed. Draw in the current scan.`,
  aiFinding: 'Please right click on the AI generated finding to start editing',
  /** Prescribed by the specification. */
  planeMoved: "Won't save annotation. User moved to new plane before the annotation is completed.",
  source: {
    invalid: 'Invalid drawing data. Invalid source.',
    undefined: 'No source definition.',
    unmapped: 'No mapping for the source.',
    empty: 'Missing measurement data.',
  },
  /** Explains the specification's text with a next step. */
  because: {
    noScale: 'The image has no scale in millimetres.',
    noLocation: 'The image has no location in the breast.',
    noTool: (tool: string) => `Unknown drawing tool: ${tool}.`,
    noPlane: 'Marks can’t be saved on this plane.',
    nothingDrawn: 'Nothing was drawn. Set the points further apart.',
    outside: 'The mark is outside the image. Draw on the tissue.',
    noText: 'Enter the text of the mark or press Esc.',
  },
  clamped: 'A point was outside the image. It was moved to the edge of the image.',
  outlineSaved: 'The outline was closed and saved, because the view shows another image.',
  noImage: 'The mark can’t be saved while the image is loading. Wait, then draw again.',
  join: {
    into: (label: number) => `to finding ${label}`,
    apartFrom: (label: number) => `not to finding ${label}`,
    joined: (label: number) => `Joined finding ${label}`,
    separate: 'Make separate',
    noneSelected:
      'No finding is selected in this scan. Select the finding to add to, or draw without Shift.',
    findingDeleted: 'The finding was deleted. The mark was saved as a new finding.',
    otherScan: (label: number, side: 'L' | 'R' | null) =>
      `Finding ${label} is in ${side === null ? 'another scan' : `the ${side === 'L' ? 'left' : 'right'} breast`}. A mark in this scan can’t be added to it.`,
  },
  toolFailed: {
    title: (id: string) => `The tool ${id} failed`,
    next: 'Its marks are shown as built-in marks. Contact the maintainer of the extension.',
  },
  entry: 'Text of the mark',
  menu: {
    label: (finding: number) => `Finding ${finding}`,
    group: 'Group with another finding…',
    ungroup: 'Ungroup',
    separate: 'Make separate',
    representative: 'Make this the representative mark',
    add: 'Add marks to finding',
    note: 'Edit finding…',
    hide: 'Hide finding',
    deleteMark: 'Delete mark',
    deleteFinding: 'Delete finding',
    editAi: 'Edit a copy of this AI finding',
    acceptAi: 'Accept this AI finding',
    rejectAi: 'Reject this AI finding…',
    earlier: (finding: number, day: string) => `Finding ${finding}, prior ${day}`,
    openEarlier: 'Open that exam',
    onlyOne: 'no other user finding',
    singleMark: 'only one mark',
    isRepresentative: 'already representative',
    off: 'switched off at this site',
    notYourRole: 'not allowed for your role',
    signed: (who: string, day: string) => `signed by ${who} on ${day}`,
    ofEarlier: (day: string) => `prior ${day}`,
    withReason: (entry: string, reason: string) => `${entry} (${reason})`,
  },
});
