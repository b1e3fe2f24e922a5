import { defineTexts, formatFixed } from '#foundation';

/** Locations in the breast, plane names and plane positions. */
export const locationTexts = defineTexts('places', {
  /** Negative depths lie above the depth reference, in the gel. */
  depth: (mm: number) => (mm < 0 ? `${-mm} mm above` : `depth ${mm} mm`),
  fromNipple: (mm: number) => `${mm} mm FN`,
  fromNippleCm: (cm: number) => `${formatFixed(cm, 1)} cm FN`,
  along: (direction: string, mm: number) => `${direction} ${formatFixed(mm, 1)}`,
  noNipple: 'nipple not set',
  depthFrom: (reference: string) => `depth from ${reference}`,
  depthReferences: {
    skin: 'skin',
    'transducer-face': 'transducer face',
  },
  quadrants: {
    'upper outer': 'upper outer',
    'upper inner': 'upper inner',
    'lower outer': 'lower outer',
    'lower inner': 'lower inner',
    'upper central': 'upper central',
    'lower central': 'lower central',
    'outer central': 'outer central',
    'inner central': 'inner central',
    subareolar: 'subareolar',
  },
  /** Title of a finding from the known details. */
  finding: {
    title: (details: readonly string[]) => details.join(' · '),
    at: (side: string, clock: string) => `${side} ${clock}`,
    size: (lengths: readonly string[]) => `${lengths.join(' × ')} mm`,
    unknown: 'Location unknown',
    setNipple: 'set the nipple',
  },
  planes: {
    COR: 'Coronal',
    TRA: 'Transverse',
    SAG: 'Sagittal',
    RAD: 'Radial',
  },
  /** Labels at the edges of a coronal image beside the orientation markers. */
  edges: { outer: 'outer', inner: 'inner' },
  position: {
    angle: 'Angle',
    /** The radial plane runs through a mark that was drawn before the nipple moved. */
    angleOffNipple: 'Angle, beside the nipple',
    depth: 'Depth from transducer',
    /** The transducer face is tilted, so no plane has one depth from it. */
    depthInVolume: 'Depth in the volume',
    left: 'Left',
    right: 'Right',
    head: 'Head',
    foot: 'Foot',
  },
  /** Examples of valid input for the position of a plane. */
  examples: {
    COR: 'a depth in millimetres such as 14.5',
    TRA: 'millimetres such as H 5 or F 12.5',
    SAG: 'millimetres such as L 5 or R 12.5',
    RAD: 'a clock time such as 10:30 or 3, or degrees such as 315° or 315 deg',
  },
});
