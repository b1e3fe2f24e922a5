import { routes, type ScanFile } from '#contracts';
import { apiToken, type ExtensionContext, studyToken } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import { readingToken } from '../state/volumes/reading-state.ts';
import { startLoad } from './load-scan-volume.ts';

/**
 * Starts to load the volume of the target scan before its views are on the screen. Does nothing for
 * a scan without a volume or after a failed call; the views report both.
 */
export function prefetchVolumes(context: ExtensionContext): Disposable {
  const { store } = context.use(studyToken);
  let lastScanId: string | null = null;
  const update = (): void => {
    const { targetScanId, scans } = store.getState();
    if (targetScanId === null || targetScanId === lastScanId) return;
    lastScanId = targetScanId;
    const scan = scans.find(({ id }) => id === targetScanId);
    if (scan?.scanState === 'C') void prefetch(context, targetScanId);
  };
  update();
  return toDisposable(store.subscribe(update));
}

async function prefetch(context: ExtensionContext, scanId: string): Promise<void> {
  const query = { fileCategory: 'VOLUME3D', role: 'PRIMARY' } as const;
  const api = context.use(apiToken);
  const response = await api.call(routes.listScanFiles, { params: { scanId }, query });
  const file: ScanFile | undefined = response.ok ? response.value.items[0] : undefined;
  if (file === undefined || context.scope.ended) return;
  if (context.use(studyToken).store.getState().targetScanId !== scanId) return;
  // Skips a volume that a view has already requested.
  if (context.use(readingToken).store.getState().volumes[scanId] !== undefined) return;
  startLoad(context, scanId, file);
}
