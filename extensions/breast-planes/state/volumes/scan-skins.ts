import { messageOf, type Problem, problem, type Result, token } from '#foundation';
import type { SkinSurface } from '#geometry';
import { spaceTexts } from '../../texts/space-texts.ts';
import type { ReadingState, ScanSkin } from './reading-state.ts';

export const LOADING_SKIN: ScanSkin = { status: 'loading', skin: null, problem: null };

/** Loads the skins of scans, stored by their reconstructions, into the reading state. */
export interface ScanSkins {
  /**
   * Loads the skin once per volume of the scan; `again` reloads after a failure or for another
   * file.
   */
  read(scanId: string, volumeFileId: string | null, again?: boolean): Promise<void>;
}

export const scanSkinsToken = token<ScanSkins>('breast-planes.scan-skins');

export interface ScanSkinsOptions {
  readonly reading: Pick<ReadingState, 'store' | 'setSkin'>;
  /** Null if the scan has no skin. */
  load(scanId: string): Promise<Result<SkinSurface | null>>;
  onSkin(scanId: string, skin: SkinSurface | null): void;
}

export function createScanSkins({ reading, load, onSkin }: ScanSkinsOptions): ScanSkins {
  const requests = new Map<string, { readonly volumeFileId: string | null }>();
  return {
    async read(scanId, volumeFileId, again = false) {
      const previous = requests.get(scanId);
      // A null `volumeFileId` accepts the skin already requested.
      const same = previous && (previous.volumeFileId === volumeFileId || volumeFileId === null);
      if (same && !again) return;
      const request = { volumeFileId };
      requests.set(scanId, request);
      const shown = reading.store.getState().skins[scanId];
      // The previous skin stays until the new one is loaded.
      if (shown === undefined || shown.status === 'failed') reading.setSkin(scanId, LOADING_SKIN);
      const skin = await load(scanId).then(toScanSkin, (thrown: unknown) =>
        failed(notRead(messageOf(thrown))),
      );
      if (requests.get(scanId) !== request) return;
      reading.setSkin(scanId, skin);
      if (skin.status !== 'failed') onSkin(scanId, skin.skin);
    },
  };
}

const failed = (cause: Problem): ScanSkin => ({ status: 'failed', skin: null, problem: cause });

function toScanSkin(read: Result<SkinSurface | null>): ScanSkin {
  if (!read.ok) return failed(read.problem);
  const status = read.value === null ? 'none' : 'ready';
  return { status, skin: read.value, problem: null };
}

const notRead = (detail: string): Problem =>
  problem(
    'SKIN_NOT_LISTED',
    spaceTexts.surface.notLoaded,
    detail,
    spaceTexts.surface.notLoadedNext,
    'breast-planes',
  );
