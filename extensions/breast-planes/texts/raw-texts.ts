import { defineTexts } from '#foundation';

/** Texts of raw frames, their geometry, and jumps between frames and planes. */
export const rawTexts = defineTexts('raw', {
  sweeps: { CEN: 'Central', PER: 'Peripheral' },
  title: { CEN: 'Central frames', PER: 'Peripheral frames' },
  view: (sweep: string, scan: string) => `${sweep} frames, ${scan}`,
  imageLabel: (sweep: string) =>
    `${sweep} frame; arrow keys step through the angles, Space plays, a double click shows the location in the planes`,
  angle: (sweep: string) => `Angle of the ${sweep.toLowerCase()} frame`,
  notAngle: (typed: string) =>
    `“${typed}” is not an angle. Enter a clock time such as 10:30 or 3, or degrees such as 315° or 315 deg.`,
  noAngle: 'Invalid angle',
  none: (sweep: string) => `This scan has no ${sweep.toLowerCase()} frames.`,
  missing: (gaps: readonly string[]) => `Frames missing: ${gaps.join(', ')}`,
  gap: (firstDeg: number, lastDeg: number, frames: number) =>
    frames === 1 ? `at ${firstDeg}°` : `${firstDeg}°–${lastDeg}° (${frames})`,
  notThere: (requested: number, shown: number) =>
    `No frame at ${requested}°; the nearest is at ${shown}°.`,
  axis: 'axis',
  mm: (figure: string) => `${figure} mm`,
  noGeometry: 'no location: the file has no geometry',
  jump: {
    noRaw: 'This scan has no raw frames.',
    noPlanes: 'The volume of this scan is not loaded.',
    noPoint: 'Point at a raw frame first.',
    outside: 'The point lies outside the volume. The planes show the nearest location.',
    invalid: (input: string) => `Expected a point in a frame, received ${input}.`,
    unknownPreset: (input: string) =>
      `Expected front, left, right, head or feet, received ${input}.`,
  },
  geometry: {
    title: 'The location of this frame is unknown',
    next: 'View it without locations and marks. If this affects all frames, contact your administrator.',
    halfPlanesOnly: 'Only half planes from the axis outwards are supported',
    contradiction: 'The axis column does not match the first line and the pitch',
    notRead: (key: string) => `Could not read ${key} in the header.`,
    invalidField: (field: string, reason: string) => `Invalid header (${field}): ${reason}.`,
    entireHeader: 'all fields',
    otherSide: (headerSide: string, scan: string) =>
      `Side mismatch: header ${headerSide}, scan ${scan}. Do not read this frame.`,
    otherAngles: 'The header and the scan count angles differently.',
  },
});
