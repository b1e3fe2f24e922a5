import { defineTexts } from '#foundation';

/** Texts of raw frames, their geometry, and jumps between frames and planes. */
export const rawTexts = defineTexts('raw', {
  sweeps: { CEN: 'Central', PER: 'Peripheral' },
  title: { CEN: 'Central frames', PER: 'Peripheral frames' },
  view: (sweep: string, scan: string) => `${sweep} frames, ${scan}`,
  imageLabel: (sweep: string) =>
    `${sweep} frame; arrow keys step through the angles, Space plays, a double click shows the place in the planes`,
  angle: (sweep: string) => `Angle of the ${sweep.toLowerCase()} frame`,
  notAngle: (typed: string) =>
    `“${typed}” is no angle. Type degrees from 0 to 359 or a clock time.`,
  noAngle: 'This is no angle',
  none: (sweep: string) => `This scan has no ${sweep.toLowerCase()} frames.`,
  missing: (gaps: readonly string[]) => `Frames missing: ${gaps.join(', ')}`,
  gap: (firstDeg: number, lastDeg: number, frames: number) =>
    frames === 1 ? `at ${firstDeg}°` : `${firstDeg}°–${lastDeg}° (${frames})`,
  notThere: (requested: number, shown: number) =>
    `No frame at ${requested}°; the nearest is at ${shown}°.`,
  axis: 'axis',
  mm: (figure: string) => `${figure} mm`,
  noGeometry: 'no places: the file says nothing of its geometry',
  jump: {
    noRaw: 'This scan has no raw frames.',
    noPlanes: 'The volume of this scan is not loaded.',
    noPoint: 'Point at a raw frame first.',
    invalid: (input: string) => `${input} is no point of a frame.`,
    unknownPreset: (input: string) => `${input} is none of front, left, right, head and feet.`,
  },
  geometry: {
    title: 'This frame has no known place in the breast',
    next: 'Look at it without places and marks; if all frames say so, tell your administrator.',
    halfPlanesOnly: 'Only half planes from the axis outwards are placed',
    contradiction: 'The axis column contradicts the first line and the pitch',
    notRead: (key: string) => `${key} of its header cannot be read.`,
    invalidField: (field: string, reason: string) => `Its header is wrong at ${field}: ${reason}.`,
    entireHeader: 'the whole',
    otherSide: (headerSide: string, scan: string) =>
      `Its header says side ${headerSide}, the scan says ${scan}. Do not read this frame.`,
    otherAngles: 'Its header counts angles otherwise than the scan.',
  },
});
