import {
  apiToken,
  configToken,
  defineExtension,
  type ExtensionContext,
  findingProvidersToken,
  frameToken,
  jobsToken,
  liveToken,
  noticesToken,
  preferencesToken,
  sessionToken,
  studyToken,
  viewStateToken,
  volumeToken,
} from '#core';
import { analysisCommands } from './commands/analysis.ts';
import { decisionCommands } from './commands/decisions.ts';
import { segmentMarkCommand } from './commands/segment.ts';
import { type AiServices, aiServicesToken } from './commands/services.ts';
import { startSegmentation } from './interaction/start-segmentation.ts';
import { drawFramedResult, drawResult } from './loading/draw-result.ts';
import { frameReader } from './loading/frame-pixels.ts';
import { sliceReader } from './loading/slice-pixels.ts';
import { storeFramedLesion, storeSegmentation } from './loading/store-segmentation.ts';
import { drawStoredMasks } from './loading/stored-masks.ts';
import { segmenterOpener } from './loading/volume-segmenter.ts';
import { createFrameSegmenter } from './segmentation2d/create-frame-segmenter.ts';
import { createAiReading, PANEL_ID, readSettings } from './state/ai-reading.ts';
import { createFrameSession, type ReadFrame } from './state/frame-session.ts';
import { createSegmentationSession } from './state/segmentation-session.ts';
import { sharedSegmenter } from './state/shared-segmenter.ts';

/** Lists the proposals of AI runs, lets readers decide on them and edit copies. */
export const extension = defineExtension({
  id: 'ai-findings',
  activate(context) {
    const common = createServices(context);
    const segment = createSegment(context, common);
    const services: AiServices = { ...common, segment };
    context.provide(aiServicesToken, services);
    context.commands.register(segmentMarkCommand(services, segment));
    for (const command of decisionCommands(services)) context.commands.register(command);
    for (const command of analysisCommands(services)) context.commands.register(command);
    context.panels.register({
      id: PANEL_ID,
      load: async () => (await import('./ui/ai-panel.tsx')).AiPanel,
      badge: services.reading.openCount,
    });
    context.routes.register({
      id: 'ai-findings.evaluations',
      load: async () => (await import('./ui/evaluation/evaluations-page.tsx')).EvaluationsPage,
    });
  },
});

/** Starts AI Segment; the extension of the planes may start later than this one. */
function createSegment(
  context: ExtensionContext,
  services: Omit<AiServices, 'segment'>,
): AiServices['segment'] {
  const volumes = () => context.tryUse(volumeToken);
  const openFrames = sharedSegmenter(createFrameSegmenter);
  const open = segmenterOpener(volumes, openFrames);
  const session = context.scope.own(createSegmentationSession(open));
  context.scope.own(drawResult(context, session));
  context.scope.own(drawStoredMasks(context, services));
  const api = context.use(apiToken);
  const readImage = frameReader(() => context.tryUse(frameToken));
  const readSlice = sliceReader(volumes);
  const read: ReadFrame = (request, signal) =>
    (request.image.plane === 'IMG' ? readImage : readSlice)(request, signal);
  const frames = context.scope.own(createFrameSession(read, openFrames));
  context.scope.own(drawFramedResult(context, frames));
  return startSegmentation(context, services, {
    session,
    frames,
    store: (lesion) => storeSegmentation(api, lesion),
    storeFramed: (lesion) => storeFramedLesion(api, lesion),
  });
}

function createServices(context: ExtensionContext): Omit<AiServices, 'segment'> {
  const common = {
    study: context.use(studyToken),
    view: context.use(viewStateToken),
    jobs: context.use(jobsToken),
    preferences: context.use(preferencesToken),
    session: context.use(sessionToken),
  };
  const reading = context.scope.own(
    createAiReading({
      ...common,
      api: context.use(apiToken),
      live: context.use(liveToken),
      settings: readSettings(context.settings),
    }),
  );
  return {
    ...common,
    reading,
    notices: context.use(noticesToken),
    providers: context.use(findingProvidersToken),
    editsAi: context.use(configToken).flags.editAiFinding,
    run: (command, args) => context.run(command, args),
  };
}
