import { routes } from '#contracts';
import type { CommandDefinition, ProviderRun } from '#core';
import { PANEL_ID } from '../state/ai-reading.ts';
import { isLayerShown, SHOWN_PREFERENCE } from '../state/layer-preference.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import { type FindingArgument, findingArgument } from './decisions.ts';
import type { AiServices } from './services.ts';

/** Queues the detection on a scan, and shows its results on the images once they are there. */
export async function detect(services: AiServices, scanId: string): Promise<void> {
  const { jobs, notices } = services;
  const queued = await jobs.queue('AUTO_DETECTION', scanId);
  if (!queued.ok) {
    notices.showProblem(queued.problem);
    return;
  }
  await showLayer(services);
}

/** Where a model starts in a volume, and the image that a model of single images reads. */
export type ModelStart = Partial<Pick<ProviderRun, 'seed' | 'frame'>>;

/**
 * Runs a finding provider, at a seed, on the whole volume or on one image, and shows its results. A
 * failed run stays visible in the list of the provider's runs; a notice shows why no run started.
 */
export async function runProvider(
  services: AiServices,
  providerId: string,
  scanId: string,
  { seed = null, frame = null }: ModelStart = {},
): Promise<void> {
  const { providers, study, reading, notices } = services;
  const stored = await providers.run(providerId, scanId, {
    ...(seed === null ? {} : { seed }),
    ...(frame === null ? {} : { frame }),
  });
  if (!stored.ok) {
    const isListed = providers.runs.getState().some((run) => run.problem === stored.problem);
    if (!isListed) notices.showProblem(stored.problem);
    return;
  }
  await Promise.all([study.readFindings(scanId), reading.refresh()]);
  await showLayer(services);
}

/** Switches the AI marks on the images on, unless AI findings are hidden. */
export async function showLayer({
  preferences,
  notices,
  view,
}: Pick<AiServices, 'preferences' | 'notices' | 'view'>): Promise<void> {
  if (view.store.getState().aiLayer.hidden) return;
  if (isLayerShown(preferences.store.getState().values)) return;
  const saved = await preferences.save(SHOWN_PREFERENCE, 'on');
  if (!saved.ok) notices.showProblem(saved.problem);
}

/** Creates the commands that start an analysis and open the panel. */
export function analysisCommands(
  services: AiServices,
): readonly CommandDefinition<FindingArgument>[] {
  const { study, session, view } = services;
  return [
    {
      id: 'ai-findings.detect',
      undo: 'none',
      validate: findingArgument,
      enabled() {
        if (!session.mayCall(routes.queueJob)) return aiTexts.runs.notYourRole;
        if (view.store.getState().readsCase) return aiTexts.reasons.readsCase;
        return study.store.getState().targetScanId !== null || aiTexts.runs.noScan;
      },
      run() {
        const { targetScanId } = study.store.getState();
        view.set({ openPanelId: PANEL_ID });
        return targetScanId === null ? undefined : detect(services, targetScanId);
      },
    },
    {
      id: 'ai-findings.open-panel',
      undo: 'none',
      validate: findingArgument,
      run: () => view.set({ openPanelId: PANEL_ID }),
    },
  ];
}
