import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { LocationSource } from './finding-locations.ts';
import type { FindingThumbnails } from './finding-thumbnails.ts';

/** Stores of files that findings are read with. */
export interface FindingSources {
  readonly skins: StoredSkins;
  readonly thumbnails: FindingThumbnails;
}

/** Sources of one call. */
export type FindingSource = LocationSource & FindingSources;
