import type { VolumePlane } from '#geometry';

/**
 * Colours of the planes and their reference lines. Transverse and radial share a green; their letters
 * and dashes differ.
 */
export const PLANE_COLOUR: Readonly<Record<VolumePlane, string>> = {
  COR: 'var(--plane-cor)',
  TRA: 'var(--plane-tra)',
  SAG: 'var(--plane-sag)',
  RAD: 'var(--plane-rad)',
};
