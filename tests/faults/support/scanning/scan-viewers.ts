import type { Scan } from '#contracts';
import { fakeBackend, fakePlatform, memoryBroker, okResponse } from '#core/testing';
import { type Disposable, systemClock } from '#foundation';
import type { MemoryServer } from '../../../../extensions/scanner/scan-service/test-support/memory-server.ts';
import {
  framesStored,
  type ScanProgress,
} from '../../../../extensions/scanner/state/scan/scan-progress.ts';
import { createScanRun, type ScanRun } from '../../../../extensions/scanner/state/scan/scan-run.ts';
import { createScannerClient } from '../../../../extensions/scanner/state/scanner/scanner-client.ts';
import {
  connectByMqttJs,
  type MqttConnector,
} from '../../../../platform/core/services/live/mqtt-connector.ts';

/** State of a scan as shown to a user. */
export interface Shown {
  readonly phase: ScanProgress['phase'] | null;
  readonly epoch: number;
  /** Sweep and index of each frame, e.g. `CEN 0`, in order. */
  readonly frames: readonly string[];
}

/**
 * A browser that follows a scan: the product's own live connection, calls and state, without
 * rendering.
 */
export interface Viewer extends Disposable {
  readonly run: ScanRun;
  shown(): Shown;
  connectionState(): 'off' | 'connecting' | 'online' | 'lost';
}

/** Opens a viewer on the REST API of `server`; `connect` opens the live connection. */
export async function openViewer(server: MemoryServer, connect: MqttConnector): Promise<Viewer> {
  const backend = fakeBackend('OPERATOR');
  const { organizationId, deviceId } = server.init;
  backend.user.organization.id = organizationId;
  const now = new Date().toISOString();
  const device = { id: deviceId, serialNumber: '1', model: 'CF-T', organizationId };
  const stored = { version: 1, createdAt: now, createdBy: null, updatedAt: now, updatedBy: null };
  const items = [{ ...stored, ...device, activatedAt: now }];
  backend.server.handle('listDevices', () => okResponse({ items, total: 1, nextCursor: null }));
  const readFromServer = async (path: string) =>
    okResponse(await (await fetch(`${server.init.apiUrl}${path}`)).json());
  const scanPath = `/scans/${server.scan.id}`;
  backend.server.handle('getScan', () => readFromServer(scanPath));
  backend.server.handle('listScanFiles', ({ query }) =>
    readFromServer(`${scanPath}/scanfiles?${query.toString()}`),
  );
  const platform = await fakePlatform('OPERATOR', {
    backend,
    broker: { ...memoryBroker(), connect },
    clock: { ...systemClock, pending: 0, advance: async () => undefined },
  });
  const { api, live, session, study, jobs, notices, workstation } = platform;
  const clock = systemClock;
  const scanner = createScannerClient({ api, live, session, clock, workstation });
  const navigation = { go: () => undefined };
  const run = createScanRun({
    api,
    live,
    session,
    study,
    jobs,
    notices,
    navigation,
    scanner,
    clock,
  });
  const sync = run.sync(server.scan.id);
  return {
    run,
    shown: () => shownOf(run),
    connectionState: () => live.state.getState(),
    dispose() {
      sync.dispose();
      run.dispose();
      live.dispose();
    },
  };
}

export const overWebSocket =
  (url: string): MqttConnector =>
  (address, events) =>
    connectByMqttJs({ ...address, url }, events);

function shownOf(run: ScanRun): Shown {
  const { progress } = run.store.getState();
  if (progress === null) return { phase: null, epoch: 0, frames: [] };
  const frames = (['CEN', 'PER'] as const).flatMap((sweep) =>
    [...progress.sweeps[sweep].keys()].sort((a, b) => a - b).map((idx) => `${sweep} ${idx}`),
  );
  if (frames.length !== framesStored(progress)) throw new Error('The frame count is wrong');
  return { phase: progress.phase, epoch: progress.epoch, frames };
}

/** Converts the REST state of a scan to the state that a viewer should show. */
export function truthOf(
  server: MemoryServer,
  phases: Readonly<Record<Scan['scanState'], Shown['phase']>>,
): Shown {
  const { scanState, epoch } = server.scan;
  const frames = server.files
    .filter(({ fields }) => fields.fileCategory === 'SCAN_IMAGE' && fields.header?.epoch === epoch)
    .map(({ fields }) => [fields.header?.sweep ?? '', fields.header?.frameIdx ?? 0] as const)
    .sort(([a, i], [b, j]) => (a === b ? i - j : a < b ? -1 : 1))
    .map(([sweep, idx]) => `${sweep} ${idx}`);
  return { phase: phases[scanState], epoch, frames };
}

/** Lists what a viewer lacks and what it shows wrongly, compared with the truth. */
export function differences(shown: Shown, truth: Shown): readonly string[] {
  const stored = new Set(truth.frames);
  return [
    ...(shown.phase === truth.phase ? [] : [`shows ${shown.phase} instead of ${truth.phase}`]),
    ...(shown.epoch === truth.epoch
      ? []
      : [`shows attempt ${shown.epoch} instead of ${truth.epoch}`]),
    ...missingFrames(shown, truth),
    ...shown.frames
      .filter((frame) => !stored.has(frame))
      .map((frame) => `shows ${frame}, which is not stored`),
  ];
}

/**
 * Lists what a viewer does not show yet of an earlier truth. A viewer that shows newer frames or
 * the end of the scan lacks nothing.
 */
export function lacks(shown: Shown, earlier: Shown): readonly string[] {
  if (shown.epoch > earlier.epoch) return [];
  const isBehind =
    shown.epoch < earlier.epoch || (shown.phase !== earlier.phase && shown.phase !== 'completed');
  return [
    ...(isBehind ? [`shows ${shown.phase} of attempt ${shown.epoch}`] : []),
    ...missingFrames(shown, earlier),
  ];
}

function missingFrames(shown: Shown, truth: Shown): readonly string[] {
  const visible = new Set(shown.frames);
  return truth.frames
    .filter((frame) => !visible.has(frame))
    .map((frame) => `does not show ${frame}`);
}
