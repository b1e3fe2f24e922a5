import { NATIVE_PER_CELL } from '../kernels/frame-layout.ts';
import { amplitudeOfDb } from '../math/portable-math.ts';
import { DEVICE_PROFILE } from './device-profile.ts';
import type { Beams } from './frame-grid.ts';
import type { LineTarget } from './interfaces.ts';

/** Coupling of the array to the breast along its length. */
export interface Contact {
  /** Two-way loss at the face in dB, by position along the array. */
  lossDb(u: number): number;
  /** Adds the reverberation stripes of a beam without contact. */
  addStripes(target: LineTarget, columns: Beams, cellMm: number): void;
}

export const FULL_CONTACT: Contact = { lossDb: () => 0, addStripes: () => undefined };

/** Returns a contact with air instead of gel beyond a distance from the axis. */
export function airFrom(fromMm: number): Contact {
  const { lossDb, edgeMm, stripeMm, stripes, stripeDb, decayDb } = DEVICE_PROFILE.noContact;
  const shareAt = (u: number): number => Math.max(0, Math.min(1, (u - fromMm) / edgeMm));
  return {
    lossDb: (u) => lossDb * shareAt(u),
    addStripes({ line, pad, u, firstCell, cells }, columns, cellMm) {
      const share = shareAt(u);
      if (share === 0) return;
      for (let n = 1; n <= stripes; n += 1) {
        // The loss occurs below the face, and these echoes never leave the face, so the loss is
        // added back.
        const level = amplitudeOfDb(stripeDb - n * decayDb + lossDb * share);
        const depth = columns.depthMm(u, n * stripeMm);
        const at = Math.round((depth / cellMm - firstCell) * NATIVE_PER_CELL);
        if (at < 0 || at >= cells * NATIVE_PER_CELL) continue;
        line[2 * (pad + at)] = (line[2 * (pad + at)] ?? 0) + share * level;
      }
    },
  };
}
