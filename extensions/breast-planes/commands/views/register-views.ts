import {
  type ApiClient,
  apiToken,
  type ExtensionContext,
  fileChangesToken,
  preferencesToken,
} from '#core';
import { systemClock } from '#foundation';
import { applyPreferences } from '../../state/views/apply-preferences.ts';
import { createAwaitedLayout } from '../../state/views/awaited-layout.ts';
import { persistClientState } from '../../state/views/persist-client-state.ts';
import { createPresentations, presentationToken } from '../../state/views/presentations.ts';
import { saveAdjustments } from '../../state/views/save-adjustments.ts';
import { linkScans } from '../../state/views/scan-links.ts';
import { spaceHoldToken, watchSpaceHold } from '../../state/views/space-hold.ts';
import { restoreShownAdjustments } from '../../state/views/user-adjustments.ts';
import { createViewSettings, viewSettingsToken } from '../../state/views/view-settings.ts';
import { trackViewed, viewedToken } from '../../state/views/viewed-state.ts';
import { loadSkins } from '../../state/volumes/load-skins.ts';
import {
  createScanSkins,
  type ScanSkinsOptions,
  scanSkinsToken,
} from '../../state/volumes/scan-skins.ts';
import type { CommandServices } from '../services.ts';
import { ghostCursorCommand } from './ghost-cursor.ts';
import { showLinkedFinding } from './linked-finding.ts';
import { navigationMapCommand } from './navigation-map.ts';
import { type PlaneToSave, saveViewImageCommand } from './save-view-image.ts';
import {
  adjustCommand,
  cineCommand,
  compareCommand,
  invertCommand,
  layoutCommand,
  linkCommand,
  resetViewsCommand,
  slabCommand,
  zoomCommand,
} from './views.ts';

export interface ViewsOptions {
  /** Returns whether a tool exists; a restored tool id may no longer be registered. */
  isTool(id: string): boolean;
  /** Loaded on first use. */
  saveViewImage(plane: PlaneToSave): Promise<void>;
  /** Loads the skin reader on first use. */
  skinLoader(): Promise<SkinLoader>;
}

export interface SkinLoader {
  loadSkin(api: ApiClient, scanId: string): ReturnType<ScanSkinsOptions['load']>;
}

/**
 * Registers layouts, presentations, linked scans and the persisted screen state: services and
 * commands.
 */
export function registerViews(
  context: ExtensionContext,
  services: CommandServices,
  { isTool, saveViewImage, skinLoader }: ViewsOptions,
): void {
  const { view, study, reading, session, notices } = services;
  const { commands, scope, log } = context;
  const presentations = createPresentations();
  const settings = createViewSettings();
  const viewed = scope.own(trackViewed({ view, reading, presentations }));
  const space = scope.own(watchSpaceHold(window));
  context.provide(spaceHoldToken, space);
  context.provide(presentationToken, presentations);
  context.provide(viewSettingsToken, settings);
  context.provide(viewedToken, viewed);
  scope.own(linkScans({ view, study, reading, settings }));
  const api = context.use(apiToken);
  const skins = createScanSkins({
    reading,
    load: async (scanId) => (await skinLoader()).loadSkin(api, scanId),
    onSkin: (scanId, skin) => study.setSkin(scanId, skin),
  });
  context.provide(scanSkinsToken, skins);
  scope.own(loadSkins(reading, skins, context.use(fileChangesToken)));
  scope.own(saveAdjustments({ api, presentations, session, notices }));
  const preferences = context.use(preferencesToken);
  scope.own(applyPreferences(preferences, presentations));
  scope.own(restoreShownAdjustments({ reading, presentations, preferences }));
  const linked = scope.own(showLinkedFinding(services));
  scope.own(
    persistClientState({
      view,
      study,
      reading,
      presentations,
      viewed,
      preferences,
      log,
      isTool,
      nowIso: () => new Date(systemClock.now()).toISOString(),
      events: window,
      onShown: (scanId) => linked.scanShown(scanId),
    }),
  );
  const awaited = scope.own(createAwaitedLayout({ view, study, notices, events: window }));
  const viewServices = { ...services, presentations, settings, awaited };
  commands.register(layoutCommand(viewServices));
  commands.register(compareCommand(viewServices));
  commands.register(linkCommand(viewServices));
  commands.register(cineCommand(viewServices, space));
  commands.register(slabCommand(viewServices));
  commands.register(adjustCommand(viewServices));
  commands.register(invertCommand(viewServices));
  commands.register(zoomCommand(viewServices));
  commands.register(resetViewsCommand(viewServices));
  commands.register(saveViewImageCommand(viewServices, saveViewImage));
  commands.register(ghostCursorCommand({ ...services, preferences }));
  commands.register(navigationMapCommand({ ...services, preferences }));
}
