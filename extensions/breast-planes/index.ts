import {
  apiToken,
  cornerstoneToken,
  defineExtension,
  type ExtensionContext,
  frameToken,
  noticesToken,
  overlaysToken,
  sessionToken,
  studyToken,
  viewStateToken,
  volumeToken,
  watchListedScans,
} from '#core';
import { fail, messageOf } from '#foundation';
import { redoCommand, undoCommand } from './commands/findings/history.ts';
import { registerFindings } from './commands/findings/register-findings.ts';
import { registerTools } from './commands/findings/register-tools.ts';
import type { CommandServices } from './commands/services.ts';
import {
  fitCommand,
  hideOverlaysCommand,
  layersCommand,
  maximiseCommand,
  placeNippleCommand,
  referenceLinesCommand,
} from './commands/views/overlays.ts';
import { registerSpace } from './commands/views/register-space.ts';
import { registerViews } from './commands/views/register-views.ts';
import { stepCommand } from './commands/views/step.ts';
import { stepScanCommand } from './commands/views/step-scan.ts';
import { noPlane } from './rendering/graphics/drawing-problems.ts';
import { drawingToken } from './state/findings/drawing-state.ts';
import { findingCount } from './state/findings/finding-count.ts';
import { findingsUiToken } from './state/findings/findings-ui-state.ts';
import { uncoverForOtherLayouts } from './state/preview-cover.ts';
import { createNipplePlacing, nipplePlacingToken } from './state/views/nipple-placing.ts';
import { createOpenPlanes, openPlanesToken } from './state/views/open-planes.ts';
import { createOverlaysState, overlaysStateToken } from './state/views/overlays-state.ts';
import { createReadingState, readingToken } from './state/volumes/reading-state.ts';

/** Reading in four linked planes; loads views and the drawing library on first use. */
export const extension = defineExtension({
  id: 'breast-planes',
  activate(context) {
    const reading = createReadingState();
    context.provide(readingToken, reading);
    context.scope.own({ dispose: () => reading.volumeCache.clear() });
    context.scope.own(uncoverForOtherLayouts(context.use(viewStateToken).store));
    // Loads the code of the plane views early; the view that needs the code reports a failed import.
    import('./ui/planes/plane-viewport.tsx').catch(() => undefined);
    startPrefetch(context);
    provideImages(context);
    const services: CommandServices = {
      study: context.use(studyToken),
      view: context.use(viewStateToken),
      notices: context.use(noticesToken),
      session: context.use(sessionToken),
      reading,
    };
    const { commands } = context;
    commands.register(referenceLinesCommand(services));
    commands.register(hideOverlaysCommand(services, context.scope));
    registerNipple(context, services);
    commands.register(fitCommand(services));
    commands.register(maximiseCommand(services));
    // Resolved lazily, because `registerFindings` provides this state later.
    const signature = () => context.tryUse(findingsUiToken)?.store.getState().signed ?? null;
    const drawingUndo = () => context.tryUse(drawingToken)?.store.getState().undo ?? null;
    commands.register(undoCommand(services, signature, drawingUndo));
    commands.register(redoCommand(services, signature));
    commands.register(stepCommand(services));
    commands.register(stepScanCommand(services));
    registerViews(context, services, {
      isTool: (id) => id.startsWith('breast-planes.'),
      skinLoader: () => import('./loading/load-skin.ts'),
      saveViewImage: async (plane) =>
        (await import('./ui/planes/save-plane-image.ts')).savePlaneImage(context, plane),
    });
    registerTools(context, services);
    registerSpace(context, services);
    // The panels of this and of other extensions count the findings of both breasts.
    context.scope.own(watchListedScans(services.study));
    registerFindings(context, services, () => import('./ui/findings/findings-module.ts'));
    context.viewports.register({
      id: 'breast-planes.plane',
      accepts: ['VOLUME'],
      load: async () => (await import('./ui/planes/plane-viewport.tsx')).PlaneViewport,
    });
    context.viewports.register({
      id: 'breast-planes.raw',
      accepts: ['RAW'],
      load: async () => (await import('./ui/raw/raw-viewport.tsx')).RawViewport,
    });
    context.viewports.register({
      id: 'breast-planes.volume-3d',
      accepts: ['VOLUME'],
      load: async () => (await import('./ui/space/volume-3d-viewport.tsx')).Volume3dViewport,
    });
    context.viewports.register({
      id: 'breast-planes.surface',
      accepts: ['VOLUME'],
      load: async () => (await import('./ui/space/surface-viewport.tsx')).SurfaceViewport,
    });
    context.panels.register({
      id: 'breast-planes.findings',
      load: async () => (await import('./ui/findings/findings-panel.tsx')).FindingsPanel,
      badge: findingCount(services.study, services.view),
    });
    context.panels.register({
      id: 'breast-planes.prior',
      load: async () => (await import('./ui/controls/prior-picker.tsx')).PriorPicker,
    });
    context.panels.register({
      id: 'breast-planes.nipple',
      load: async () => (await import('./ui/nipple/nipple-chip.tsx')).NippleChip,
    });
  },
});

function registerNipple(context: ExtensionContext, services: CommandServices): void {
  const placing = createNipplePlacing(services);
  context.provide(nipplePlacingToken, placing);
  context.commands.register(placeNippleCommand(services, placing));
}

/** Provides the images of the views to other extensions; loads the code on first use. */
function provideImages(context: ExtensionContext): void {
  const overlays = createOverlaysState();
  context.provide(overlaysStateToken, overlays);
  context.provide(overlaysToken, overlays);
  context.commands.register(layersCommand(overlays));
  const planes = createOpenPlanes();
  context.provide(openPlanesToken, planes);
  context.provide(cornerstoneToken, {
    viewport: async (cellId) => planes.find(cellId)?.() ?? fail(noPlane()),
  });
  context.provide(frameToken, {
    open: async (frame, signal) => {
      const { createFrameReader } = await import('./loading/frame-reader.ts');
      return createFrameReader(context.use(apiToken)).open(frame, signal);
    },
  });
  context.provide(volumeToken, {
    open: async (scanId, options) => {
      const { createVolumeReader } = await import('./loading/volume-reader.ts');
      return createVolumeReader(context).open(scanId, options);
    },
  });
}

/** Loads the volume prefetch; does nothing if the extension ends before the module is loaded. */
function startPrefetch(context: ExtensionContext): void {
  import('./loading/prefetch-volume.ts').then(
    ({ prefetchVolumes }) =>
      context.scope.ended ? null : context.scope.own(prefetchVolumes(context)),
    (thrown: unknown) => context.log.log('warn', messageOf(thrown), {}),
  );
}
