import { createHash } from 'node:crypto';
import type { DatasetFilter, DatasetSplit } from '#contracts';
import { ProblemError, problem } from '#foundation';
import { assignPart } from './assign-part.ts';
import { type DatasetFile, type DescribeDeps, describeScan } from './describe-scan.ts';
import type { DatasetScanRow } from './select-scans.ts';
import { TAR_END, tarHeader, tarPadding } from './tar.ts';

/** Version of `dataset.json`. */
export const DATASET_SCHEMA = 1;
/** Maximum size of `dataset.json` in characters, because the index is in memory until the end. */
const MAX_INDEX_LENGTH = 256 * 1024 ** 2;

export interface ArchiveRequest extends DescribeDeps {
  readonly filter: DatasetFilter;
  readonly split: DatasetSplit;
  readonly seed: number;
  readonly scans: readonly DatasetScanRow[];
  readonly signal: AbortSignal;
  /** Called after each scan; `isLeftOut` for a scan without a readable volume. */
  onScan(scan: DatasetScanRow, isLeftOut: boolean): void;
}

/**
 * Yields the bytes of the archive with one volume in memory at a time: volumes and masks, then the
 * index `dataset.json` and the checksums. Throws the reason of the signal once aborted, and a
 * ProblemError if no volume can be read or the index becomes too long.
 */
export async function* writeArchive(request: ArchiveRequest): AsyncGenerator<Uint8Array> {
  const { pseudonymOf, split, seed, signal } = request;
  const checksums: string[] = [];
  const entries: string[] = [];
  const leftOut: string[] = [];
  let indexLength = 0;
  const add = function* ({ name, bytes }: DatasetFile): Generator<Uint8Array> {
    checksums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
    yield tarHeader(name, bytes.length);
    yield bytes;
    yield tarPadding(bytes.length);
  };
  for (const scan of request.scans) {
    signal.throwIfAborted();
    const part = assignPart(split, seed, pseudonymOf('patient', scan.patientId));
    const described = await describeScan(request, scan, part);
    if (described === null) leftOut.push(pseudonymOf('scan', scan.id));
    else {
      for (const file of described.files) yield* add(file);
      const entry = JSON.stringify(described.entry);
      indexLength += entry.length;
      if (indexLength > MAX_INDEX_LENGTH) throw new ProblemError(indexTooLong());
      entries.push(entry);
    }
    request.onScan(scan, described === null);
  }
  signal.throwIfAborted();
  if (entries.length === 0) throw new ProblemError(noVolumes(leftOut.length));
  yield* add({ name: 'dataset.json', bytes: indexOf(request, entries, leftOut) });
  yield* add({ name: 'SHA256SUMS', bytes: Buffer.from(checksums.join('')) });
  yield TAR_END;
}

/** Returns the index. Study ids of the filter are left out, because they belong to the site. */
function indexOf(
  { filter, format, split, seed, pseudonymOf }: ArchiveRequest,
  entries: readonly string[],
  leftOut: readonly string[],
): Uint8Array {
  const { studyIds, from: _from, to: _to, ...visible } = filter;
  const studies = studyIds?.map((id) => pseudonymOf('study', id));
  const head = {
    schema: DATASET_SCHEMA,
    space: 'LPS',
    unit: 'mm',
    format,
    filter: { ...visible, ...(studies === undefined ? {} : { studies }) },
    split,
    seed,
    leftOut,
  };
  const text = JSON.stringify(head).slice(0, -1);
  return Buffer.from(`${text},"scans":[\n${entries.join(',\n')}\n]}\n`);
}

const noVolumes = (count: number) =>
  problem(
    'DATASET_NO_VOLUMES',
    'The dataset has no volume',
    `None of the ${count} scans has a volume that can be read.`,
    'Change the filter, or restore the damaged files from a backup.',
  );

const indexTooLong = () =>
  problem(
    'DATASET_INDEX_TOO_LONG',
    'The dataset has too many marks',
    `The index would exceed ${MAX_INDEX_LENGTH / 1024 ** 2} MiB.`,
    'Export fewer scans at a time.',
  );
