import { defineTexts } from '#foundation';

/** Places in the breast, the planes through it, and where they stand. */
export const locationTexts = defineTexts('places', {
  /** Above what depth is counted from lies gel. */
  depth: (mm: number) => (mm < 0 ? `${-mm} mm above` : `depth ${mm} mm`),
  fromNipple: (mm: number) => `${mm} mm FN`,
  along: (direction: string, mm: number) => `${direction} ${mm.toFixed(1)}`,
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
  /** The title of a finding, of the facts that are known. */
  finding: {
    title: (details: readonly string[]) => details.join(' · '),
    at: (side: string, clock: string) => `${side} ${clock}`,
    size: (lengths: readonly string[]) => `${lengths.join(' × ')} mm`,
    unknown: 'Place unknown',
    setNipple: 'set the nipple',
  },
  planes: {
    COR: 'Coronal',
    TRA: 'Transverse',
    SAG: 'Sagittal',
    RAD: 'Radial',
  },
  /** What stands at the edges of a coronal image beside its letters. */
  edges: { outer: 'outer', inner: 'inner' },
  position: {
    angle: 'Angle',
    depth: 'Depth from transducer',
    left: 'Left',
    right: 'Right',
    head: 'Head',
    foot: 'Foot',
  },
  /** What may be typed as the position of a plane. */
  examples: {
    COR: 'a depth in millimetres such as 14.5',
    TRA: 'millimetres such as H 5 or F 12.5',
    SAG: 'millimetres such as L 5 or R 12.5',
    RAD: 'a clock time such as 10:30, or degrees such as 315°',
  },
});
