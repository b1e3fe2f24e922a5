import type { Kysely } from 'kysely';
import type { EvaluationResult, Mark } from '#contracts';
import type { Database } from '../database/schema.ts';
import { maskOf, readStoredNrrd } from '../datasets/index.ts';
import { storedFiles } from '../files/rows/scan-file-rows.ts';
import type { FileStore } from '../store/index.ts';
import { compareOutline } from './compute/compare-outline.ts';
import { evaluateOutlines } from './compute/evaluate-scans.ts';
import type { OutlineAgreement } from './compute/evaluated-scan.ts';
import { matchProposals } from './metrics/index.ts';
import type { ReadScans } from './read-scans.ts';

/** Maximum number of compared pairs; each reads a file. */
const MAX_PAIRS = 200;

/** Outline of a reader with the finding of the model whose mask is compared. */
interface Pair {
  readonly patientId: string;
  readonly scanId: string;
  readonly outline: Mark;
  readonly proposalId: string;
}

/**
 * Compares the outlines of readers with the masks of the best finding on the same lesion. Leaves out
 * copies of AI findings, whose outlines the model has drawn.
 */
export async function readOutlines(
  owner: {
    readonly db: Kysely<Database>;
    readonly organizationId: string;
    readonly store: FileStore;
  },
  read: ReadScans,
): Promise<EvaluationResult['outlines']> {
  const { db, organizationId, store } = owner;
  const agreements: OutlineAgreement[] = [];
  let [unreadable, leftOut] = [0, 0];
  for (const { patientId, scanId, outline, proposalId } of pairsOf(read)) {
    const file = await storedFiles(db, { organizationId, scanId, fileCategory: 'SEGMENT_MASK' })
      .where('scanFile.fileName', '=', `${proposalId}.nrrd`)
      .orderBy('scanFile.storedAt', 'desc')
      .executeTakeFirst();
    if (file === undefined) continue;
    if (agreements.length >= MAX_PAIRS) {
      leftOut += 1;
      continue;
    }
    const mask = maskOf(await readStoredNrrd({ store }, file));
    const agreement = mask === null ? null : compareOutline(outline, mask);
    if (agreement === null) unreadable += 1;
    else agreements.push({ patientId, ...agreement });
  }
  return evaluateOutlines(agreements, { unreadable, leftOut });
}

function pairsOf({ scans, copyIds, readerMarks }: ReadScans): readonly Pair[] {
  return scans.flatMap(({ patientId, scanId, lesions, proposals }) => {
    const { bestProposals } = matchProposals(proposals, lesions);
    return lesions.flatMap(({ findingId }, idx) => {
      const best = bestProposals[idx] ?? null;
      const proposalId = best === null ? undefined : proposals[best]?.findingId;
      if (proposalId === undefined || copyIds.has(findingId)) return [];
      return (readerMarks.get(findingId) ?? [])
        .filter(({ markType }) => markType === 'FREEHAND' || markType === 'ELLIPTICAL')
        .map((outline): Pair => ({ patientId, scanId, outline, proposalId }));
    });
  });
}
