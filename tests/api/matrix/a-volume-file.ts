import { aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';

/** Returns a small volume as an NRRD file. */
export function aVolumeFile(): Uint8Array {
  return writeNrrd(volumeToNrrd(aVolume({ sizes: [6, 4, 5], paint: () => 60 }), {}));
}
