import { type BreastDensity, routes } from '#contracts';
import type { Side } from '#report';
import type { ReportServices } from './report-services.ts';

type Services = Pick<ReportServices, 'study' | 'api' | 'session' | 'notices'>;

/** Last write of this page, because two choices must arrive in their order. */
let lastWrite: Promise<void> = Promise.resolve();

/**
 * Writes the density that a reader chose in the report to the completed scans of the breast, so that
 * the findings and the lists show it at once. The signature writes it again for a page that could not.
 */
export function writeDensity(
  services: Services,
  side: Side,
  breastDensity: BreastDensity | null,
): Promise<void> {
  const { study, session } = services;
  if (!session.mayCall(routes.updateBreastDensity)) return Promise.resolve();
  const ids = study.store
    .getState()
    .scans.filter((scan) => scan.laterality.id === side && scan.scanState === 'C')
    .map(({ id }) => id);
  lastWrite = lastWrite.then(() => write(services, ids, breastDensity));
  return lastWrite;
}

async function write(
  { study, api, notices }: Services,
  ids: readonly string[],
  breastDensity: BreastDensity | null,
): Promise<void> {
  for (const id of ids) {
    const input = { params: { id }, body: { breastDensity } };
    const written = await api.call(routes.updateBreastDensity, input);
    if (!written.ok) return notices.showProblem(written.problem);
  }
  if (study.store.getState().scans.some(({ id }) => ids.includes(id))) await study.refresh();
}
