import { defineTexts } from '#foundation';

/** Titles of shortcuts that run a command with arguments, for the help and the preferences. */
export const keyTexts = defineTexts('mode-keys', {
  sections: {
    scanning: 'Scanning',
    layouts: 'Layouts and views',
    planes: 'Planes and scans',
    image: 'Image',
    overlays: 'Lines and overlays',
    findings: 'Findings',
    ai: 'AI proposals',
    report: 'Report',
    raw: 'Raw frames',
  },
  activeLines: 'Reference lines of the active view',
  layouts: {
    both: 'Layout: Both',
    planes: 'Layout: Planes',
    compare: 'Layout: Compare',
    volume: 'Layout: 3D',
    surface: 'Layout: 3D surface',
    raw: 'Layout: Raw',
    fourUp: 'Layout: 4-up',
    antiradial: 'Layout: Antiradial',
  },
  slab: { kind: 'Next slab kind', thicker: 'Slab 1 mm thicker', thinner: 'Slab 1 mm thinner' },
  presets: {
    plain: 'Image preset: Plain',
    soft: 'Image preset: Soft',
    hard: 'Image preset: Hard',
    bright: 'Image preset: Bright',
    deep: 'Image preset: Deep',
  },
  saveWithoutMarks: 'Save the image without marks',
  trueSize: 'True size',
  radial: (degrees: string) => `Rotate the radial plane by ${degrees}°`,
  scans: { previous: 'Previous scan', next: 'Next scan' },
  slices: {
    previous: 'Previous slice',
    next: 'Next slice',
    back: (count: number) => `${count} slices back`,
    forward: (count: number) => `${count} slices forward`,
    pageBack: (count: number, degrees: number) => `${count} slices or ${degrees}° back`,
    pageForward: (count: number, degrees: number) => `${count} slices or ${degrees}° forward`,
  },
});
