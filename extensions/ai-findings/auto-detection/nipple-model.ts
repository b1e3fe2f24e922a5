import { readFile } from 'node:fs/promises';
import { ProblemError, unwrap } from '#foundation';
import { mmToPosition } from '#geometry';
import type { NippleModel } from '#server/extension';
import { locateNipple, NIPPLE_WEIGHTS } from '../nipple/index.ts';
import { readDbVolume } from './read-db-volume.ts';

/** Built-in nipple finder for calls that locate the nipple; runs in a process of its own. */
export const nippleModel: NippleModel = {
  async locate({ filePath }) {
    const read = await readDbVolume(await readFile(filePath), null);
    if (!read.ok) throw new ProblemError(read.problem);
    const { geometry, volume } = read.value;
    const { positionMm } = unwrap(locateNipple(volume, NIPPLE_WEIGHTS));
    return mmToPosition(geometry, null, positionMm, 0);
  },
};
