import { defineTexts, formatNumber, plural } from '#foundation';

/** Reasons for rejecting a mark, a grouping or an ungrouping, in browser and server. */
export const ruleTexts = defineTexts('finding-rules', {
  mark: {
    incomplete: {
      title: 'The mark is not complete',
      detail: (type: string, needed: string, points: number) =>
        `${type} needs ${needed}; the mark has ${points}.`,
      points: (minimum: number, maximum: number) => {
        if (minimum === maximum) return minimum === 1 ? 'one point' : `${minimum} points`;
        return `at least ${minimum} points`;
      },
      next: 'Draw the mark again.',
    },
    emptyText: {
      title: 'The text mark is empty',
      detail: (mark: string) => `Mark ${mark} has no text.`,
      next: 'Enter a text.',
    },
    tooShort: {
      title: 'The length is too short',
      detail: (minimumMm: number) => `It is shorter than ${minimumMm} mm.`,
      next: 'Drag from one edge of the lesion to the other.',
    },
    notRectangular: {
      title: 'The image of the mark is not a rectangle',
      detail: (mark: string) =>
        `The right and down directions of mark ${mark} are not perpendicular unit vectors.`,
      next: 'Draw the mark again.',
    },
    offPlane: {
      title: 'The points of the mark are not in one plane',
      detail: (distanceMm: number) =>
        `A point is ${formatNumber(distanceMm, { maximumFractionDigits: 1 })} mm from the image through their middle.`,
      next: 'Use points in one slice, or another plane.',
    },
    outside: {
      title: 'Part of the mark is outside the image',
      detail: (mark: string) => `Mark ${mark} has a point outside 0–1.`,
      next: 'Draw inside the image.',
    },
    angleOutsideCircle: {
      title: 'The angle of the mark is outside the circle',
      detail: (mark: string) =>
        `The plane angle of mark ${mark} is not at least 0° and less than 360°.`,
      next: 'Draw the mark again.',
    },
    contradictsPlane: {
      title: 'The image of the mark contradicts its plane',
      detail: (mark: string) =>
        `Direction or position of the image of mark ${mark} is not that of its plane.`,
      next: 'Draw the mark again.',
    },
    largerThanVolume: {
      title: 'The image of the mark is larger than the volume',
      detail: (mark: string) => `No image of the scan is as large as that of mark ${mark}.`,
      next: 'Draw the mark again.',
    },
    outsideVolume: {
      title: 'Part of the mark is outside the volume',
      detail: (mark: string) => `Mark ${mark} has a point where the scan has no image.`,
      next: 'Draw inside the volume.',
    },
    duplicate: {
      title: 'This mark already exists',
      detail: (mark: string) => `Mark ${mark} is part of another finding.`,
      next: 'Draw the mark again.',
    },
  },
  nipple: {
    title: 'The nipple can’t be marked here',
    noLocation: 'The nipple location is missing.',
    noImageNumber: 'The image has no number.',
    next: 'Set the nipple first.',
  },
  group: {
    notesTooLong: { title: 'The combined notes are too long', next: 'Shorten one of them.' },
    deleted: { title: 'One of the findings is deleted', next: 'Choose other findings.' },
    sameFinding: {
      title: 'A finding can’t be grouped with itself',
      next: 'Choose another finding.',
    },
    differentScans: {
      title: 'The findings belong to different scans',
      next: 'Group findings of one scan.',
    },
    /** Wording of the specification. */
    notUserGenerated: {
      title: 'The finding to group is not User generated finding',
      next: 'Edit a copy of the AI finding first.',
    },
    conflict: {
      title: 'The findings have different values',
      next: 'Choose a value for each difference.',
    },
  },
  ungroup: {
    /** Wording of the specification. */
    notUserGenerated: {
      title: 'The finding to ungroup is not User generated finding',
      detail: (generator: string) => `It was created by ${generator}.`,
      next: 'Edit a copy of the AI finding first.',
    },
    singleMark: {
      title: 'A finding with a single mark can’t be ungrouped',
      detail: (marks: number) => `It has ${plural(marks, 'mark', 'marks')}.`,
      next: 'No action is needed.',
    },
  },
});
