import { type Report, routes } from '#contracts';
import type { ApiClient } from '#core';
import { ok, type Result } from '#foundation';
import type { SignedBy } from './findings-ui-state.ts';

/** Returns the signature of a study's newest report; null if unsigned. */
export async function signedReport(
  api: ApiClient,
  studyId: string,
): Promise<Result<SignedBy | null>> {
  const reports = await api.call(routes.listReportsOfStudy, {
    params: { id: studyId },
    query: { limit: 1 },
  });
  if (!reports.ok) return reports;
  const newest = reports.value.items[0];
  if (newest === undefined || newest.signedAt === null) return ok(null);
  const report = await api.call(routes.getReport, { params: { id: newest.id } });
  return report.ok ? ok(signedBy(report.value)) : report;
}

/** Null while the report or an addendum is being written, so that findings are editable. */
function signedBy({ signedAt, signer }: Report): SignedBy | null {
  return signedAt === null ? null : { name: signer?.name ?? null, at: signedAt };
}
