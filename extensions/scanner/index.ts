import {
  apiToken,
  defineExtension,
  idleToken,
  jobsToken,
  liveToken,
  navigationToken,
  noticesToken,
  sessionToken,
  studyToken,
  workstationToken,
} from '#core';
import { systemClock } from '#foundation';
import { otherSideCommand, repeatSideCommand } from './commands/next-scan.ts';
import { pauseCommand } from './commands/pause.ts';
import { restartCommand } from './commands/restart.ts';
import { resumeCommand } from './commands/resume.ts';
import { resumeAttemptCommand } from './commands/resume-attempt.ts';
import type { CommandServices } from './commands/services.ts';
import { startCommand } from './commands/start.ts';
import { startExaminationCommand } from './commands/start-examination.ts';
import { stopCommand } from './commands/stop.ts';
import { togglePauseCommand } from './commands/toggle-pause.ts';
import { preventIdleSignOut } from './state/scan/prevent-idle-sign-out.ts';
import { createOwnRunningScan } from './state/scan/running-scan.ts';
import { createScanRun } from './state/scan/scan-run.ts';
import { createExaminationStarter } from './state/scan/start-examination.ts';
import {
  developerFaultsToken,
  examinationToken,
  runningScanToken,
  scannerChecksToken,
  scanRunToken,
} from './state/scan/tokens.ts';
import { createDeveloperFaults } from './state/scanner/developer-faults.ts';
import { createScannerChecks } from './state/scanner/scanner-checks.ts';
import { createScannerClient } from './state/scanner/scanner-client.ts';

/** Scanning extension: prescan page, live screen and the commands that control a scan. */
export const extension = defineExtension({
  id: 'scanner',
  activate(context) {
    const api = context.use(apiToken);
    const live = context.use(liveToken);
    const session = context.use(sessionToken);
    const study = context.use(studyToken);
    const navigation = context.use(navigationToken);
    const clock = systemClock;
    const workstation = context.use(workstationToken);
    const scanner = createScannerClient({ api, live, session, clock, workstation });
    const run = context.scope.own(
      createScanRun({
        api,
        live,
        session,
        study,
        navigation,
        scanner,
        clock,
        jobs: context.use(jobsToken),
        notices: context.use(noticesToken),
      }),
    );
    context.scope.own(preventIdleSignOut(run, context.use(idleToken)));
    context.provide(scanRunToken, run);
    context.provide(runningScanToken, createOwnRunningScan({ api, session, scanner }));
    const checks = context.scope.own(createScannerChecks({ scanner, clock }));
    context.provide(scannerChecksToken, checks);
    context.provide(developerFaultsToken, createDeveloperFaults({ scanner, live, clock }));
    context.provide(examinationToken, createExaminationStarter({ api, run, navigation, clock }));
    const services: CommandServices = { run, session, study, navigation };
    const { commands } = context;
    commands.register(startCommand(services));
    commands.register(restartCommand(services));
    commands.register(resumeAttemptCommand(services));
    commands.register(pauseCommand(services));
    commands.register(resumeCommand(services));
    commands.register(togglePauseCommand(services));
    commands.register(stopCommand(services));
    commands.register(startExaminationCommand(services));
    commands.register(otherSideCommand(services));
    commands.register(repeatSideCommand(services));
    context.panels.register({
      id: 'scanner.live-scan',
      load: async () => (await import('./ui/scan/live-scan-panel.tsx')).LiveScanPanel,
    });
    context.panels.register({
      id: 'scanner.state',
      load: async () => (await import('./ui/developer/scanner-state.tsx')).ScannerStatePanel,
    });
    context.panels.register({
      id: 'scanner.return-to-scan',
      load: async () => (await import('./ui/scan/return-to-scan-panel.tsx')).ReturnToScanPanel,
    });
    context.panels.register({
      id: 'scanner.next-scan',
      load: async () => (await import('./ui/scan/next-scan-panel.tsx')).NextScanPanel,
    });
    context.routes.register({
      id: 'scanner.prescan',
      load: async () => (await import('./ui/prescan/prescan-page.tsx')).PrescanPage,
    });
  },
});
