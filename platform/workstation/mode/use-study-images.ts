import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { routes, type Scan, type ScanFile } from '#contracts';
import type { ApiClient, HungImage } from '#core';
import { type Problem, ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';

interface Found {
  readonly scanId: string;
  readonly kind: HungImage['kind'];
  readonly file: ScanFile | null;
}

/** What the scans of a study offer to views: the newest volume of each, and raw frames. */
export function useStudyImages(scans: readonly Scan[]): {
  /** Null while it is not known. */
  readonly images: readonly HungImage[] | null;
  /** True while something has ended that may have brought more. */
  readonly changing: boolean;
  readonly problem: Problem | null;
  refresh(): void;
} {
  const { api, jobs } = useApplication().services;
  // A reconstruction that ends brings a new volume.
  const done = useStore(jobs.store, (all) =>
    all.filter((job) => job.jobType === 'R3D' && job.status === 'COMPLETED').map((job) => job.id),
  );
  const finished = scans.filter((scan) => scan.scanState === 'C').map((scan) => scan.id);
  const query = useQuery({
    queryKey: ['images', finished, done],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await Promise.all(finished.map((id) => imagesOf(api, id, signal)))).flat(),
  });
  const images = useMemo(() => {
    if (query.data === undefined) return null;
    return query.data.flatMap((found): HungImage[] => {
      const scan = scans.find((one) => one.id === found.scanId);
      return scan === undefined ? [] : [{ scan, kind: found.kind, file: found.file }];
    });
  }, [query.data, scans]);
  return {
    images,
    changing: query.isPlaceholderData,
    problem: query.error instanceof ProblemError ? query.error.problem : null,
    refresh: () => void query.refetch(),
  };
}

/** The newest volume of a scan, and whether it has raw frames. */
export async function imagesOf(
  api: ApiClient,
  scanId: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const list = (query: Parameters<typeof listQuery>[0]) =>
    api.call(routes.listScanFiles, { params: { scanId }, query: listQuery(query), signal });
  const [volumes, raw] = await Promise.all([
    list({ fileCategory: 'VOLUME3D', role: 'PRIMARY' }),
    list({ fileCategory: 'SCAN_IMAGE', limit: 1 }),
  ]);
  if (!volumes.ok) throw new ProblemError(volumes.problem);
  if (!raw.ok) throw new ProblemError(raw.problem);
  const newest = volumes.value.items.at(-1);
  return [
    ...(newest === undefined ? [] : [{ scanId, kind: 'VOLUME' as const, file: newest }]),
    ...(raw.value.total === 0 ? [] : [{ scanId, kind: 'RAW' as const, file: null }]),
  ];
}

function listQuery<Query extends object>(query: Query): Query {
  return query;
}
