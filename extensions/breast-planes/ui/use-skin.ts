import { useCallback, useEffect, useState } from 'react';
import { routes, type ScanFile } from '#contracts';
import { type ApiClient, apiToken, type ExtensionContext } from '#core';
import { messageOf, ok, type Problem, problem, type Result } from '#foundation';
import { readNrrd } from '#volume';
import { type SkinSurface, skinOf } from '../model/skin-surface.ts';
import { spaceTexts } from '../texts/space-texts.ts';

export interface Skin {
  readonly status: 'loading' | 'ready' | 'none' | 'failed';
  readonly skin: SkinSurface | null;
  readonly problem: Problem | null;
  retry(): void;
}

/** The skin of a scan, from the height map that its reconstruction stored. */
export function useSkin(context: ExtensionContext, scanId: string): Skin {
  const [state, setState] = useState<Omit<Skin, 'retry'>>(LOADING_SKIN);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts from nothing
  useEffect(() => {
    const abort = new AbortController();
    const done = (next: Omit<Skin, 'retry'>): void => {
      if (!abort.signal.aborted) setState(next);
    };
    setState(LOADING_SKIN);
    loadSkin(context.use(apiToken), scanId, abort.signal).then(
      (read) =>
        done(
          read.ok
            ? { status: read.value === null ? 'none' : 'ready', skin: read.value, problem: null }
            : failed(read.problem),
        ),
      (thrown: unknown) => done(failed(notListed(messageOf(thrown)))),
    );
    return () => abort.abort();
  }, [context, scanId, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}

const LOADING_SKIN: Omit<Skin, 'retry'> = { status: 'loading', skin: null, problem: null };
const failed = (cause: Problem): Omit<Skin, 'retry'> => ({
  status: 'failed',
  skin: null,
  problem: cause,
});

/** Null where the scan has none. */
async function loadSkin(
  api: ApiClient,
  scanId: string,
  signal: AbortSignal,
): Promise<Result<SkinSurface | null>> {
  const listed = await api.call(routes.listScanFiles, {
    params: { scanId },
    query: { fileCategory: 'BREAST_SKIN', limit: 100 },
    signal,
  });
  if (!listed.ok) return listed;
  const file = newestMap(listed.value.items);
  if (file === null) return ok(null);
  const bytes = await api.download(`/scanfiles/${file.id}/download`, { signal });
  if (!bytes.ok) return bytes;
  const nrrd = await readNrrd(bytes.value);
  return nrrd.ok ? skinOf(nrrd.value) : nrrd;
}

/** The height map, whose bytes are there; of several the one written last. */
function newestMap(files: readonly ScanFile[]): ScanFile | null {
  const maps = files.filter(
    ({ fileExtension, checksum }) => fileExtension === 'nrrd' && checksum !== null,
  );
  return [...maps].sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0] ?? null;
}

const notListed = (detail: string): Problem =>
  problem(
    'SKIN_NOT_LISTED',
    spaceTexts.surface.notListed,
    detail,
    spaceTexts.surface.notListedNext,
    'breast-planes',
  );
