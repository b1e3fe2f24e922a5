import { routes } from '#contracts';
import {
  ABORTED_CODE,
  apiToken,
  type ExtensionContext,
  type OpenedVolume,
  type VolumeLevel,
  type VolumeReader,
} from '#core';
import { type Disposable, fail, ok, problem, type Result, toDisposable } from '#foundation';
import { readingToken, type VolumeEntry } from '../state/volumes/reading-state.ts';
import { imageTexts } from '../texts/image-texts.ts';
import { startLoad } from './load-scan-volume.ts';
import { openedVolume } from './opened-volume.ts';

/** Creates the service that opens volumes for other extensions from the cache of the views. */
export function createVolumeReader(context: ExtensionContext): VolumeReader {
  return {
    async open(scanId, { level = 'full', signal = new AbortController().signal } = {}) {
      if (signal.aborted) return fail(aborted(scanId));
      const started = await ensureLoad(context, scanId, signal);
      if (!started.ok) return started;
      const cached = context.use(readingToken).volumeCache.use(scanId);
      const hold = onlyOnce(cached);
      const opened = await waitForLevel(context, { scanId, level, signal, hold });
      if (!opened.ok) hold.dispose();
      return opened;
    },
  };
}

/** Starts to load the latest volume unless the cache has or loads its file. */
async function ensureLoad(
  context: ExtensionContext,
  scanId: string,
  signal: AbortSignal,
): Promise<Result<void>> {
  const params = { id: scanId };
  const response = await context.use(apiToken).call(routes.getVolume, { params, signal });
  if (!response.ok) return response;
  if (signal.aborted) return fail(aborted(scanId));
  if (context.scope.ended) return fail(closed(scanId));
  const { file } = response.value;
  const entry = context.use(readingToken).store.getState().volumes[scanId];
  const isCurrent = entry?.fileId === file.id && entry.status !== 'failed';
  if (!isCurrent) startLoad(context, scanId, file);
  return ok(undefined);
}

interface Waiting {
  readonly scanId: string;
  readonly level: VolumeLevel;
  readonly signal: AbortSignal;
  readonly hold: Disposable;
}

function waitForLevel(
  context: ExtensionContext,
  { scanId, level, signal, hold }: Waiting,
): Promise<Result<OpenedVolume>> {
  const { store } = context.use(readingToken);
  return new Promise((resolve) => {
    const finish = (result: Result<OpenedVolume>): void => {
      unsubscribe();
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = (): void => finish(fail(aborted(scanId)));
    const check = (): void => {
      const entry = store.getState().volumes[scanId];
      const found = entry === undefined ? fail(closed(scanId)) : levelOf(entry, level);
      if (found === null) return;
      if (!found.ok) finish(found);
      else finish(ok(openedVolume(context, { ...found.value, scanId, hold })));
    };
    const unsubscribe = store.subscribe(check);
    signal.addEventListener('abort', abort, { once: true });
    check();
  });
}

/** Returns the wanted level of a loading volume, or its Problem; null while it still loads. */
function levelOf(entry: VolumeEntry, wanted: VolumeLevel) {
  const { status, volume, geometry, fileId } = entry;
  const isFull = status === 'complete';
  if (volume !== null && geometry !== null && fileId !== null && (isFull || wanted === 'coarse')) {
    const level: VolumeLevel = isFull ? 'full' : 'coarse';
    return ok({ fileId, level, volume, fullGeometry: geometry });
  }
  return entry.problem === null ? null : fail(entry.problem);
}

/** Makes repeated disposal harmless, because each disposal of a cache entry counts. */
function onlyOnce(held: Disposable): Disposable {
  let disposed = false;
  return toDisposable(() => {
    if (!disposed) held.dispose();
    disposed = true;
  });
}

const aborted = (scanId: string) =>
  problem(
    ABORTED_CODE,
    imageTexts.volume.aborted.title,
    imageTexts.volume.closed.detail(scanId),
    imageTexts.volume.aborted.next,
    'breast-planes',
  );

const closed = (scanId: string) =>
  problem(
    'VOLUME_CLOSED',
    imageTexts.volume.closed.title,
    imageTexts.volume.closed.detail(scanId),
    imageTexts.volume.closed.next,
    'breast-planes',
  );
