import { apiToken, configToken, type ExtensionContext, liveToken, preferencesToken } from '#core';
import { storesThumbnail } from '../../model/findings/finding-thumbnail.ts';
import { drawingToken } from '../../state/findings/drawing-state.ts';
import {
  createFindingThumbnails,
  findingThumbnailsToken,
  type RenderSlice,
} from '../../state/findings/finding-thumbnails.ts';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { createPriorFindings, priorFindingsToken } from '../../state/findings/prior-findings.ts';
import { createScanLookup, scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { syncReportLock } from '../../state/findings/sync-report-lock.ts';
import type { CommandServices } from '../services.ts';
import { addToFindingCommand, stopAddingOnChange } from './add-to-finding.ts';
import { confirmNippleCommand } from './confirm-nipple.ts';
import { deleteFindingCommand } from './delete-finding.ts';
import { deleteSelectedCommand } from './delete-selected.ts';
import { detectionsCommand } from './detections-command.ts';
import { exportCommand } from './export-findings.ts';
import {
  findingCommands,
  hiddenCommand,
  mayChange,
  showFindingCommand,
} from './finding-commands.ts';
import type { FindingServices } from './finding-services.ts';
import { saveThumbnailsCommand, type ThumbnailSheet } from './save-thumbnails.ts';
import { walkCommand } from './walk-findings.ts';
import { createPriorWalk } from './walk-prior.ts';

/** Command of the extension that lists proposals, if the site has that extension. */
const EDIT_PROPOSAL = 'ai-findings.edit';

/** Extension without which no AI finding is shown. */
const AI_FINDINGS = 'ai-findings';

/** Loaded on first use. */
export interface FindingsModule {
  readonly renderThumbnail: RenderSlice;
  saveThumbnailSheet(context: ExtensionContext, sheet: ThumbnailSheet): Promise<void>;
}

/** Registers the shared state of the findings panel and menus, and all finding commands. */
export function registerFindings(
  context: ExtensionContext,
  common: CommandServices,
  loadModule: () => Promise<FindingsModule>,
): void {
  const { commands, scope } = context;
  const api = context.use(apiToken);
  const config = context.use(configToken);
  const findingsUi = createFindingsUiState();
  const lookup = createScanLookup(api);
  context.provide(findingsUiToken, findingsUi);
  context.provide(scanLookupToken, lookup);
  const live = context.use(liveToken);
  const prior = createPriorFindings({
    api,
    live,
    session: common.session,
    notices: common.notices,
  });
  context.provide(priorFindingsToken, prior);
  const services: FindingServices = {
    ...common,
    findingsUi,
    preferences: context.use(preferencesToken),
    drawing: context.use(drawingToken),
    editsAi: config.flags.editAiFinding,
    editProposal: async (findingId) =>
      context.mayRun(EDIT_PROPOSAL) === null ? null : context.run(EDIT_PROPOSAL, { findingId }),
  };
  const { study, session } = services;
  const thumbnails = createFindingThumbnails({
    api,
    study,
    canSave: (finding) =>
      mayChange(services) === true &&
      (finding.ai === null || !services.view.store.getState().readsCase) &&
      storesThumbnail(finding, session.store.getState().user?.id ?? null),
    loadRenderer: async () => (await loadModule()).renderThumbnail,
  });
  context.provide(findingThumbnailsToken, scope.own(thumbnails));
  scope.own(syncReportLock({ api, session, study, findingsUi, live }));
  const priorWalk = createPriorWalk(services, prior);
  commands.register(walkCommand(services, priorWalk, 'next'));
  commands.register(walkCommand(services, priorWalk, 'previous'));
  commands.register(deleteFindingCommand(services));
  commands.register(deleteSelectedCommand(services));
  commands.register(addToFindingCommand(services));
  scope.own(stopAddingOnChange(services));
  for (const command of findingCommands(services)) commands.register(command);
  commands.register(detectionsCommand(services, config.extensions[AI_FINDINGS]?.enabled === false));
  commands.register(hiddenCommand(services));
  commands.register(showFindingCommand(services));
  commands.register(exportCommand(services, api));
  commands.register(
    saveThumbnailsCommand(services, async (sheet) =>
      (await loadModule()).saveThumbnailSheet(context, sheet),
    ),
  );
  commands.register(confirmNippleCommand(services, lookup, thumbnails));
}
