import { type BreastDensity, routes } from '#contracts';
import type { Side } from '#report';
import type { ReportServices } from './report-services.ts';

/**
 * Writes the density that a reader chose in the report to the completed scans of the breast, so that
 * the findings and the lists show it at once. The signature writes it again for a page that could not.
 */
export async function writeDensity(
  { study, api, session, notices }: Pick<ReportServices, 'study' | 'api' | 'session' | 'notices'>,
  side: Side,
  breastDensity: BreastDensity | null,
): Promise<void> {
  if (!session.mayCall(routes.updateBreastDensity)) return;
  const scans = study.store
    .getState()
    .scans.filter(
      (scan) =>
        scan.laterality.id === side &&
        scan.scanState === 'C' &&
        scan.breastDensity !== breastDensity,
    );
  for (const { id } of scans) {
    const input = { params: { id }, body: { breastDensity } };
    const written = await api.call(routes.updateBreastDensity, input);
    if (!written.ok) return notices.showProblem(written.problem);
  }
  if (scans.length > 0) await study.refresh();
}
