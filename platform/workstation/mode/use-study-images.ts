import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { routes, type Scan, type ScanFile } from '#contracts';
import type { ApiClient, HungImage } from '#core';
import { type Problem, ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';

interface ScanImage {
  readonly scanId: string;
  readonly kind: HungImage['kind'];
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
  const done = useStore(jobs.store, (all) =>
    all.filter((job) => job.jobType === 'R3D' && job.status === 'COMPLETED').map((job) => job.id),
  );
  const finished = scans.filter((scan) => scan.scanState === 'C').map((scan) => scan.id);
  const changes = useStore(fileChanges);
  const query = useQuery({
    queryKey: ['images', finished, done, finished.map((id) => changes[id] ?? 0)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await Promise.all(finished.map((id) => imagesOf(api, id, signal)))).flat(),
  });
  const { refetch } = query;
  // Messages are lost while the connection is down.
  useEffect(() => {
    const refreshing = live.onRefresh(() => void refetch());
    return () => refreshing.dispose();
  }, [live, refetch]);
  const images = useMemo(() => {
    if (query.data === undefined) return null;
    return query.data.flatMap((image): HungImage[] => {
      const scan = scans.find((scan) => scan.id === image.scanId);
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
  const list = (query: Parameters<typeof listQuery>[0]) =>
    api.call(routes.listScanFiles, { params: { scanId }, query: listQuery(query), signal });
  const [volumes, raw] = await Promise.all([
    list({ fileCategory: 'VOLUME3D', role: 'PRIMARY' }),
    list({ fileCategory: 'SCAN_IMAGE', limit: 1 }),
  ]);
  if (!volumes.ok) throw new ProblemError(volumes.problem);
  if (!raw.ok) throw new ProblemError(raw.problem);
  const newest = await newestOf(api, scanId, volumes.value.items, signal);
  return [
    ...(newest === null ? [] : [{ scanId, kind: 'VOLUME' as const, file: newest }]),
    ...(raw.value.total === 0 ? [] : [{ scanId, kind: 'RAW' as const, file: null }]),
  ];
}

/**
 * Returns the volume that the server serves: the one stored last, regardless of registration order.
 */
async function newestOf(
  api: ApiClient,
  scanId: string,
  [first, ...others]: readonly ScanFile[],
  signal: AbortSignal,
): Promise<ScanFile | null> {
  if (first === undefined || others.length === 0) return first ?? null;
  const response = await api.call(routes.getVolume, { params: { id: scanId }, signal });
  if (!response.ok) throw new ProblemError(response.problem);
  return response.value.file;
}

function listQuery<Query extends object>(query: Query): Query {
  return query;
}
