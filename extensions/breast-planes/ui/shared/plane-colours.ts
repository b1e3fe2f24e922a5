import type { VolumePlane } from '#geometry';

/** Specification 9: reference lines. Transverse and radial share a green; letter and dashes differ. */
export const PLANE_COLOUR: Readonly<Record<VolumePlane, string>> = {
  COR: 'var(--plane-cor)',
  TRA: 'var(--plane-tra)',
  SAG: 'var(--plane-sag)',
  RAD: 'var(--plane-rad)',
};
