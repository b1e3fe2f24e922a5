import { defineTexts } from '#foundation';

/** Reasons for rejecting a mark, a grouping or an ungrouping, in browser and server. */
export const ruleTexts = defineTexts('finding-rules', {
  mark: {
    incomplete: {
      title: 'The mark is not complete',
      detail: (type: string, needed: string, points: number) =>
        `${type} is made of ${needed}; the mark has ${points}.`,
      points: (minimum: number, maximum: number) => {
        if (minimum === maximum) return minimum === 1 ? 'one point' : `${minimum} points`;
        return `at least ${minimum} points`;
      },
      next: 'Draw the mark again.',
    },
    emptyText: {
      title: 'A text needs words',
      detail: (mark: string) => `Mark ${mark} has none.`,
      next: 'Type what it is to say.',
    },
    tooShort: {
      title: 'The two ends of the length lie on one point',
      detail: (minimumMm: number) => `Shorter than ${minimumMm} mm.`,
      next: 'Drag from one edge of the lesion to the other.',
    },
    notRectangular: {
      title: 'The image of the mark is not a rectangle',
      detail: (mark: string) =>
        `Right and down of mark ${mark} are not two unit directions at a right angle.`,
      next: 'Draw the mark again.',
    },
    outside: {
      title: 'A part of the mark lies outside the image',
      detail: (mark: string) => `Mark ${mark} has a point beyond 0..1.`,
      next: 'Draw inside the image.',
    },
    duplicate: {
      title: 'This mark exists already',
      detail: (mark: string) => `Mark ${mark} is part of another finding.`,
      next: 'Draw the mark again.',
    },
  },
  nipple: {
    title: 'The nipple can’t be marked here',
    noLocation: 'There is no nipple location.',
    noImageNumber: 'The image has no number.',
    next: 'Set the nipple first.',
  },
  group: {
    notesTooLong: { title: 'The notes are too long together', next: 'Shorten one of them.' },
    deleted: { title: 'One of the findings is deleted', next: 'Choose others.' },
    sameFinding: {
      title: 'A finding can’t be grouped with itself',
      next: 'Choose another one.',
    },
    differentScans: {
      title: 'The findings belong to different scans',
      next: 'Group findings of one scan.',
    },
    /** Wording of the specification. */
    notUserGenerated: {
      title: 'The finding to group is not User generated finding',
      next: 'Edit the AI finding first: that makes a finding of your own.',
    },
    conflict: {
      title: 'The findings have different values',
      next: 'Say which value holds, or make them agree first.',
    },
  },
  ungroup: {
    /** Wording of the specification. */
    notUserGenerated: {
      title: 'The finding to ungroup is not User generated finding',
      detail: (generator: string) => `It was made by ${generator}.`,
      next: 'Edit the AI finding first: that makes a finding of your own.',
    },
    singleMark: {
      title: 'A finding with a single mark can’t be ungrouped',
      detail: (marks: number) => `It has ${marks} marks.`,
      next: 'Nothing needs to be done.',
    },
  },
});
