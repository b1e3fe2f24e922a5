import type { ReportServices } from './report-services.ts';

/** Selects a finding and moves every plane to it; without planes, it is selected only. */
export async function showFinding(
  { run, study }: Pick<ReportServices, 'run' | 'study'>,
  findingId: string,
): Promise<void> {
  const shown = await run('breast-planes.show-finding', { findingId });
  if (!shown.ok) study.selectFinding(findingId);
}
