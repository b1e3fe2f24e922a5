import { defineTexts } from '#foundation';

/** Measurements of marks, prompts, and reasons for rejection. */
export const markTexts = defineTexts('marks', {
  length: (mm: number) => `${mm.toFixed(1)} mm`,
  area: (mm2: number) => `${mm2.toFixed(1)} mm²`,
  size: (widthMm: number, heightMm: number) => `${widthMm.toFixed(1)} × ${heightMm.toFixed(1)} mm`,
  notYourRole: 'Your role may look at findings, not make them',
  openScan: 'Open this scan to mark findings on it',
  earlier: (day: string) =>
    `This is of the examination of ${day}: open that one to change it; today’s marks are drawn beside it.`,
  earlierSigned: (who: string, day: string) =>
    `This is of the examination of ${day}, signed by ${who}: it stays as it is; today’s marks are drawn beside it.`,
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
    noScale: 'The image does not say its size in millimetres.',
    noTool: (tool: string) => `There is no drawing tool named ${tool}.`,
    noPlane: 'Marks can’t be kept on this kind of plane.',
    nothingDrawn: 'Nothing was drawn: set the points apart from each other.',
    noText: 'Type the words of the mark, or press Escape.',
  },
  noImage: 'The mark can’t be saved: the image is not complete. Wait until it is, then draw again.',
  join: {
    into: (label: number) => `into finding ${label}`,
    noneSelected:
      'No finding of this scan is selected: select the one to add to, or draw without Shift.',
    findingDeleted: 'The finding was deleted meanwhile: the mark is one of its own.',
    otherScan: (label: number, side: 'L' | 'R' | null) =>
      `Finding ${label} is in ${side === null ? 'another scan' : `the ${side === 'L' ? 'left' : 'right'} breast`}: a mark of this one can’t be added to it.`,
  },
  entry: 'Words of the mark',
  menu: {
    label: (finding: number) => `Finding ${finding}`,
    group: 'Group with another finding…',
    ungroup: 'Ungroup',
    representative: 'Make this mark the representative one',
    add: 'Add marks to the finding',
    note: 'Edit the note…',
    hide: 'Hide the finding',
    deleteMark: 'Delete this mark',
    deleteFinding: 'Delete the finding',
    editAi: 'Edit a copy of this AI finding',
    editText: 'Edit the words…',
    earlier: (finding: number, day: string) => `Finding ${finding} of ${day}`,
    openEarlier: 'Open that examination',
    onlyOne: 'there is no other finding of a reader',
    singleMark: 'it has a single mark',
    isRepresentative: 'it is already',
    ofAi: 'it is an AI finding',
    off: 'it is switched off at this site',
    notYourRole: 'your role may not',
    signed: (who: string, day: string) => `signed by ${who} on ${day}`,
    ofEarlier: (day: string) => `of the examination of ${day}`,
    withReason: (entry: string, reason: string) => `${entry} (${reason})`,
  },
});
