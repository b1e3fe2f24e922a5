import type { ReactNode } from 'react';
import { routes, type Scan } from '#contracts';
import type { ListedProvider, ProviderRun } from '#core';
import { Icon, iconButtonClass, JobRow, type JobView, MenuButton, useStore } from '#ui';
import { runProvider } from '../commands/analysis.ts';
import type { AiServices } from '../commands/services.ts';
import { aiTexts } from '../texts/ai-texts.ts';

const { models: texts } = aiTexts;

interface OtherModelsProps {
  readonly services: AiServices;
  readonly scan: Scan;
}

/** Menu of the detection models of other extensions, which run in this browser or at an address of the site. */
export function OtherModels({ services, scan }: OtherModelsProps): ReactNode {
  const { providers, session } = services;
  const isBusy = useStore(providers.runs, (runs) => runs.some(isActive));
  const models = detectors(services, scan);
  if (models.length === 0 || !session.mayCall(routes.createAiRun)) return null;
  return (
    <MenuButton
      ariaLabel={texts.menu(aiTexts.sides[scan.laterality.id])}
      className={iconButtonClass()}
      entries={models.map(({ id, title, runsIn }) => ({
        id,
        label: runsIn === 'address' ? texts.atAddress(title) : title,
        disabled: isBusy,
        run: () => void runProvider(services, id, scan.id),
      }))}
    >
      <Icon name="more" />
    </MenuButton>
  );
}

function detectors({ providers }: AiServices, scan: Scan): readonly ListedProvider[] {
  // The range of the volume is unknown here; a run that needs the range fails with that reason.
  const image = { laterality: scan.laterality.id, dynamicRangeDb: null };
  return providers.list(image).filter(({ task }) => task === 'DETECTION');
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
  const titles = new Map(detectors(services, scan).map(({ id, title }) => [id, title]));
  return latest
    .filter((run) => isActive(run) || run.state === 'failed')
    .map((run) => (
      <JobRow
        key={run.id}
        title={titles.get(run.providerId) ?? run.providerId}
        job={jobView(run)}
        onCancel={() => providers.cancel(run.id)}
        {...(isBusy ? {} : { onRetry: () => void runProvider(services, run.providerId, scan.id) })}
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
