import type { ReactNode } from 'react';
import { type Finding, routes, type Scan } from '#contracts';
import { currentFrame, type ListedProvider, type ProviderRun } from '#core';
import { locatedMark, markCentreMm } from '#findings';
import type { Vec3 } from '#geometry';
import { Icon, iconButtonClass, JobRow, type JobView, MenuButton, useStore } from '#ui';
import { type ModelStart, runProvider } from '../commands/analysis.ts';
import { type AiServices, findingOf } from '../commands/services.ts';
import { aiTexts } from '../texts/ai-texts.ts';

const { models: texts } = aiTexts;

interface OtherModelsProps {
  readonly services: AiServices;
  readonly scan: Scan;
}

/**
 * Menu of the models of other extensions. A model that outlines a lesion starts at the selected mark;
 * a model of single images reads the shown image of the scan.
 */
export function OtherModels({ services, scan }: OtherModelsProps): ReactNode {
  const { providers, session, study, view } = services;
  const isBusy = useStore(providers.runs, (runs) => runs.some(isActive));
  const selected = useStore(study.store, () => findingOf(services, null));
  const seedMm = placeOf(selected, scan);
  const hasFrame = useStore(view.store, (state) => currentFrame(state, scan.id) !== null);
  const readsCase = useStore(view.store, (state) => state.readsCase);
  const models = modelsOf(services, scan);
  if (readsCase || models.length === 0 || !session.mayCall(routes.createAiRun)) return null;
  return (
    <MenuButton
      ariaLabel={texts.menu(aiTexts.sides[scan.laterality.id])}
      className={iconButtonClass()}
      entries={models.map((model) => {
        const { label, isReady } = entryOf(model, { hasSeed: seedMm !== null, hasFrame });
        return {
          id: model.id,
          label,
          disabled: isBusy || !isReady,
          run: () => void runProvider(services, model.id, scan.id, startOf(services, model, scan)),
        };
      })}
    >
      <Icon name="more" />
    </MenuButton>
  );
}

interface Available {
  /** A finding of the scan is selected. */
  readonly hasSeed: boolean;
  /** An image of the scan is shown. */
  readonly hasFrame: boolean;
}

/** Returns the label of a model, which states what it starts from or what is missing. */
function entryOf(model: ListedProvider, { hasSeed, hasFrame }: Available) {
  const place = placeLabel(model);
  if (model.image === 'FRAME')
    return { label: hasFrame ? texts.onImage(place) : texts.needsImage(place), isReady: hasFrame };
  if (model.task === 'SEGMENTATION')
    return { label: hasSeed ? texts.fromMark(place) : texts.needsMark(place), isReady: hasSeed };
  return { label: place, isReady: true };
}

/** Returns where a model starts now: at the selected mark, or in the shown image. */
function startOf(services: AiServices, model: ListedProvider, scan: Scan): ModelStart {
  if (model.image === 'FRAME')
    return { frame: currentFrame(services.view.store.getState(), scan.id) };
  if (model.task !== 'SEGMENTATION') return {};
  const seedMm = placeOf(findingOf(services, null), scan);
  return seedMm === null ? {} : { seed: { pointMm: seedMm } };
}

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
  const image = { laterality: scan.laterality.id, dynamicRangeDb: null };
  return [...providers.list(image), ...providers.list({ ...image, kind: 'FRAME' })];
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
          : { onRetry: () => void runProvider(services, run.providerId, scan.id, run) })}
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
