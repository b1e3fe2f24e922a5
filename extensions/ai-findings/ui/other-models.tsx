import type { ReactNode } from 'react';
import { type Finding, routes, type Scan } from '#contracts';
import type { ListedProvider, ProviderRun } from '#core';
import { locatedMark, markCentreMm } from '#findings';
import type { Vec3 } from '#geometry';
import { Icon, iconButtonClass, JobRow, type JobView, MenuButton, useStore } from '#ui';
import { runProvider } from '../commands/analysis.ts';
import { type AiServices, findingOf } from '../commands/services.ts';
import { aiTexts } from '../texts/ai-texts.ts';

const { models: texts } = aiTexts;

interface OtherModelsProps {
  readonly services: AiServices;
  readonly scan: Scan;
}

/** Menu of the models of other extensions; a model that outlines a lesion starts at the selected mark. */
export function OtherModels({ services, scan }: OtherModelsProps): ReactNode {
  const { providers, session, study } = services;
  const isBusy = useStore(providers.runs, (runs) => runs.some(isActive));
  const selected = useStore(study.store, () => findingOf(services, null));
  const seedMm = placeOf(selected, scan);
  const models = modelsOf(services, scan);
  if (models.length === 0 || !session.mayCall(routes.createAiRun)) return null;
  return (
    <MenuButton
      ariaLabel={texts.menu(aiTexts.sides[scan.laterality.id])}
      className={iconButtonClass()}
      entries={models.map((model) => {
        const isSegmentation = model.task === 'SEGMENTATION';
        const seed = isSegmentation && seedMm !== null ? { pointMm: seedMm } : null;
        return {
          id: model.id,
          label: isSegmentation ? segmentationLabel(model, seed !== null) : placeLabel(model),
          disabled: isBusy || (isSegmentation && seed === null),
          run: () => void runProvider(services, model.id, scan.id, seed),
        };
      })}
    >
      <Icon name="more" />
    </MenuButton>
  );
}

const segmentationLabel = (model: ListedProvider, hasSeed: boolean): string =>
  hasSeed ? texts.fromMark(placeLabel(model)) : texts.needsMark(placeLabel(model));

function placeLabel({ title, runsIn }: ListedProvider): string {
  switch (runsIn) {
    case 'address':
      return texts.atAddress(title);
    case 'server':
      return texts.onServer(title);
    case 'browser':
      return title;
  }
}

/** Returns the middle of a finding of a scan in LPS millimetres; null for a finding elsewhere. */
function placeOf(finding: Finding | null, scan: Scan): Vec3 | null {
  if (finding === null || finding.scan.id !== scan.id) return null;
  const mark = locatedMark(Object.values(finding.marks));
  return mark === null ? null : markCentreMm(mark);
}

function modelsOf({ providers }: AiServices, scan: Scan): readonly ListedProvider[] {
  // The range of the volume is unknown here; a run that needs the range fails with that reason.
  return providers.list({ laterality: scan.laterality.id, dynamicRangeDb: null });
}

/** Progress of the models that run on a scan, and the reason of the latest failure of each. */
export function ProviderRuns({ services, scan }: OtherModelsProps): ReactNode {
  const { providers } = services;
  const runs = useStore(providers.runs);
  const isBusy = runs.some(isActive);
  const ofScan = runs.filter(({ scanId }) => scanId === scan.id);
  const latest = ofScan.filter(
    (run) => ofScan.find(({ providerId }) => providerId === run.providerId) === run,
  );
  const titles = new Map(modelsOf(services, scan).map(({ id, title }) => [id, title]));
  return latest
    .filter((run) => isActive(run) || run.state === 'failed')
    .map((run) => (
      <JobRow
        key={run.id}
        title={titles.get(run.providerId) ?? run.providerId}
        job={jobView(run)}
        onCancel={() => providers.cancel(run.id)}
        {...(isBusy
          ? {}
          : { onRetry: () => void runProvider(services, run.providerId, scan.id, run.seed) })}
      />
    ));
}

const isActive = ({ state }: ProviderRun): boolean => state === 'running' || state === 'storing';

/** Number of steps that a progress bar shows for a fraction. */
const STEPS = 100;

function jobView(run: ProviderRun): JobView {
  return {
    status: isActive(run) ? 'IN_PROGRESS' : 'FAILED',
    phase: run.state === 'storing' ? texts.storing : texts.running,
    done: Math.round((run.progress ?? 0) * STEPS),
    total: run.progress === null ? 0 : STEPS,
    problem: run.problem,
  };
}
