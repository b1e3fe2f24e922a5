import { type Report, type ReportSummary, routes } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { ok, type Result } from '#foundation';

export interface StoredVersions {
  /** Version that represents the study; null without one. */
  readonly stored: Report | null;
  /** Versions and addenda, newest first. */
  readonly versions: readonly ReportSummary[];
  /** Draft of this reader that can still be signed; null without one. */
  readonly ownDraft: Report | null;
}

/** Reads the versions of a study's report, and the draft that the reader continues. */
export async function readReport(
  api: Pick<ApiClient, 'call'>,
  studyId: string,
  readerId: string | null,
): Promise<Result<StoredVersions, CallProblem>> {
  const params = { id: studyId };
  const list = await api.call(routes.listReportsOfStudy, { params, query: { limit: 100 } });
  if (!list.ok) return list;
  if (list.value.items.length === 0) return ok({ stored: null, versions: [], ownDraft: null });
  const latest = await api.call(routes.latestReportOfStudy, { params });
  // All versions may have been discarded in between.
  if (!latest.ok && latest.problem.status !== 404) return latest;
  const stored = latest.ok ? latest.value : null;
  const versions = list.value.items;
  const own = ownDraftOf(versions, readerId);
  if (own === null || own.id === stored?.id) {
    return ok({ stored, versions, ownDraft: own === null ? null : stored });
  }
  const read = await api.call(routes.getReport, { params: { id: own.id } });
  return read.ok ? ok({ stored, versions, ownDraft: read.value }) : read;
}

/** A draft below a newer preliminary or signed version can't be signed any more. */
function ownDraftOf(
  versions: readonly ReportSummary[],
  readerId: string | null,
): ReportSummary | null {
  const newest = versions.toSorted((a, b) => b.number - a.number);
  const end = newest.findIndex(({ state }) => state !== 'DRAFT');
  const open = end === -1 ? newest : newest.slice(0, end);
  return open.find(({ createdBy }) => createdBy === readerId) ?? null;
}
