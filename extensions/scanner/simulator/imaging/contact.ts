import { NATIVE_PER_CELL } from '../kernels/frame-layout.ts';
import { amplitudeOfDb } from '../math/portable-math.ts';
import { DEVICE_PROFILE } from './device-profile.ts';
import type { Beams } from './frame-grid.ts';
import type { LineTarget } from './interfaces.ts';

/** How well the array is coupled to the breast along its length. */
export interface Contact {
  /** Lost at the face both ways, dB, by place along the array. */
  lossDb(u: number): number;
  /** Adds the stripes that a beam without contact echoes between the array and itself. */
  addStripes(target: LineTarget, columns: Beams, cellMm: number): void;
}

export const FULL_CONTACT: Contact = { lossDb: () => 0, addStripes: () => undefined };

/** Air instead of gel from a distance from the axis on. */
export function airFrom(fromMm: number): Contact {
  const { lossDb, edgeMm, stripeMm, stripes, stripeDb, decayDb } = DEVICE_PROFILE.noContact;
  const shareAt = (u: number): number => Math.max(0, Math.min(1, (u - fromMm) / edgeMm));
  return {
    lossDb: (u) => lossDb * shareAt(u),
    addStripes({ line, pad, u, firstCell, cells }, columns, cellMm) {
      const share = shareAt(u);
      if (share === 0) return;
      for (let n = 1; n <= stripes; n += 1) {
        // What is lost is lost below the face; these echoes never leave it.
        const level = amplitudeOfDb(stripeDb - n * decayDb + lossDb * share);
        const depth = columns.depthMm(u, n * stripeMm);
        const at = Math.round((depth / cellMm - firstCell) * NATIVE_PER_CELL);
        if (at < 0 || at >= cells * NATIVE_PER_CELL) continue;
        line[2 * (pad + at)] = (line[2 * (pad + at)] ?? 0) + share * level;
      }
    },
  };
}
