import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { routes, type Scan, type ScanFile } from '#contracts';
import type { ApiClient, HungImage } from '#core';
import { type Problem, ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';

interface ScanImage {
  readonly scanId: string;
  readonly kind: HungImage['kind'];
  readonly file: ScanFile | null;
}

/**
 * What the scans of a study offer to views: the newest volume of each, and raw frames. Read again
 * when a reconstruction has ended or files of a scan have come or gone.
 */
export function useStudyImages(scans: readonly Scan[]): {
  /** Null while it is not known. */
  readonly images: readonly HungImage[] | null;
  /** True while something has ended that may have brought more. */
  readonly changing: boolean;
  readonly problem: Problem | null;
  refresh(): void;
} {
  const { api, jobs, live, fileChanges } = useApplication().services;
  // A reconstruction that ends brings a new volume.
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
  // What came while the link was away was told to nobody.
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

/** The newest volume of a scan, and whether it has raw frames. */
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

/** Of several volumes the one whose bytes came last counts, whenever each was announced. */
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
