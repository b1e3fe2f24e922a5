import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { routes, type Scan, type ScanFile } from '#contracts';
import type { ApiClient, CallInput, HungImage } from '#core';
import { type Problem, ProblemError, unwrap } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';

type FileQuery = CallInput<typeof routes.listScanFiles>['query'];

/** Image of a scan. */
interface ScanImage {
  readonly scanId: string;
  readonly kind: HungImage['kind'];
  /** File of a volume; null for raw frames. */
  readonly file: ScanFile | null;
}

/**
 * Loads the newest volume and the raw frames of every completed scan. Reloads when a reconstruction
 * ends or files of a scan change.
 */
export function useStudyImages(scans: readonly Scan[]): {
  /** Null while unknown. */
  readonly images: readonly HungImage[] | null;
  /** True while reloading after a change that may add images. */
  readonly changing: boolean;
  readonly problem: Problem | null;
  refresh(): void;
} {
  const { api, jobs, live, fileChanges } = useApplication().services;
  // A completed reconstruction adds a volume.
  const completedJobIds = useStore(jobs.store, (list) =>
    list.filter((job) => job.jobType === 'R3D' && job.status === 'COMPLETED').map((job) => job.id),
  );
  const completedScanIds = scans.filter((scan) => scan.scanState === 'C').map((scan) => scan.id);
  const changeCounts = useStore(fileChanges);
  const query = useQuery({
    queryKey: [
      'images',
      completedScanIds,
      completedJobIds,
      completedScanIds.map((id) => changeCounts[id] ?? 0),
    ],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await Promise.all(completedScanIds.map((id) => imagesOf(api, id, signal)))).flat(),
  });
  const { refetch } = query;
  // Reloads after a reconnect, because messages are lost while the connection is down.
  useEffect(() => {
    const subscription = live.onRefresh(() => void refetch());
    return () => subscription.dispose();
  }, [live, refetch]);
  const images = useMemo(() => {
    if (query.data === undefined) return null;
    return query.data.flatMap((image): HungImage[] => {
      const scan = scans.find(({ id }) => id === image.scanId);
      return scan === undefined ? [] : [{ scan, kind: image.kind, file: image.file }];
    });
  }, [query.data, scans]);
  return {
    images,
    changing: query.isPlaceholderData,
    problem: query.error instanceof ProblemError ? query.error.problem : null,
    refresh: () => void refetch(),
  };
}

/** Loads the newest volume of a scan and whether raw frames exist. */
export async function imagesOf(
  api: ApiClient,
  scanId: string,
  signal: AbortSignal,
): Promise<readonly ScanImage[]> {
  const list = (query: FileQuery) =>
    api.call(routes.listScanFiles, { params: { scanId }, query, signal });
  const [volumes, raw] = await Promise.all([
    list({ fileCategory: 'VOLUME3D', role: 'PRIMARY' }),
    list({ fileCategory: 'SCAN_IMAGE', limit: 1 }),
  ]);
  const newest = await newestVolumeOf(api, scanId, unwrap(volumes).items, signal);
  return [
    ...(newest === null ? [] : [{ scanId, kind: 'VOLUME' as const, file: newest }]),
    ...(unwrap(raw).total === 0 ? [] : [{ scanId, kind: 'RAW' as const, file: null }]),
  ];
}

/**
 * Returns the volume that the server serves: the one stored last, regardless of registration order.
 */
async function newestVolumeOf(
  api: ApiClient,
  scanId: string,
  [first, ...further]: readonly ScanFile[],
  signal: AbortSignal,
): Promise<ScanFile | null> {
  if (first === undefined || further.length === 0) return first ?? null;
  return unwrap(await api.call(routes.getVolume, { params: { id: scanId }, signal })).file;
}
