import { describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS, type Device, type DiagnosticCheck, topics } from '#contracts';
import { errorResponse, fakePlatform, settle } from '#core/testing';
import { newId } from '#foundation';
import { createScannerChecks, isPreparedFor, type ScanPreparation } from './scanner-checks.ts';
import { createScannerClient } from './scanner-client.ts';
import { registerDevice, registerDevices } from './test-support/register-device.ts';

const PREPARATION: ScanPreparation = { settings: DEVICE_SETTING_DEFAULTS, cupDepth: 45 };

async function createHarness() {
  const platform = await fakePlatform('OPERATOR');
  const { backend, clock, broker } = platform;
  const organizationId = backend.user.organization.id;
  const at = new Date(clock.now()).toISOString();
  const device = registerDevice(platform);
  const scanner = createScannerClient(platform);
  const checks = createScannerChecks({ scanner, clock });
  const envelope = () => ({ id: newId(), at, scanId: null, epoch: 0, seq: 1 });
  const publish = {
    check: (commandId: string, check: DiagnosticCheck, outcome: string, failed: number[] = []) =>
      broker.send(topics.diagnostic(organizationId, device.id, check), {
        ...envelope(),
        commandId,
        check,
        outcome,
        detail: null,
        failedElements: failed,
      }),
    prescan: (commandId: string, result: 'Passed' | 'Failed', errorCode = 'NoError') =>
      broker.send(topics.prescanResult(organizationId, device.id), {
        ...envelope(),
        commandId,
        result,
        errorCode,
        detail: null,
        failed: [],
      }),
  };
  /** Waits until a requested command is published, and returns the id of the last command. */
  const lastCommandId = async (): Promise<string> => {
    await settle();
    await settle();
    const { id } = (broker.published.at(-1)?.message ?? {}) as { readonly id?: string };
    return id ?? '';
  };
  return { ...platform, scanner, checks, publish, lastCommandId };
}

describe('the preparation of the scanner', () => {
  it('shows each check as it ends, and applies to exactly the requested settings', async () => {
    const { checks, publish, lastCommandId, broker } = await createHarness();
    const response = checks.prepare(PREPARATION);
    const id = await lastCommandId();
    expect(broker.published.at(-1)?.message).toMatchObject({ ...PREPARATION, scanId: null });
    publish.check(id, 'battery', 'Passed');
    expect(checks.store.getState().results.get('battery')?.outcome).toBe('Passed');
    expect(checks.store.getState().running).toBe('prepare');
    publish.prescan(id, 'Passed');
    expect((await response).ok).toBe(true);
    const state = checks.store.getState();
    expect(state.running).toBeNull();
    expect(isPreparedFor(state, PREPARATION)).toBe(true);
    expect(isPreparedFor(state, { ...PREPARATION, cupDepth: 55 })).toBe(false);
  });

  it('fails when a check fails, and names the error', async () => {
    const { checks, publish, lastCommandId } = await createHarness();
    const response = checks.prepare(PREPARATION);
    publish.prescan(await lastCommandId(), 'Failed', 'WaterCriticallyLow');
    await response;
    const state = checks.store.getState();
    expect(state.prepared?.result.errorCode).toBe('WaterCriticallyLow');
    expect(isPreparedFor(state, PREPARATION)).toBe(false);
  });

  it('ignores results of other commands', async () => {
    const { checks, publish, lastCommandId, clock } = await createHarness();
    const response = checks.prepare(PREPARATION);
    await lastCommandId();
    publish.check(newId(), 'battery', 'Failed');
    publish.prescan(newId(), 'Passed');
    await settle();
    expect(checks.store.getState()).toMatchObject({ running: 'prepare', prepared: null });
    expect(checks.store.getState().results.size).toBe(0);
    await clock.advance(35_000);
    const result = await response;
    expect(result.ok ? '' : result.problem.code).toBe('SCANNER_TIMEOUT');
  });

  it('times out after 35 s, not earlier', async () => {
    const { checks, lastCommandId, clock } = await createHarness();
    const response = checks.prepare(PREPARATION);
    await lastCommandId();
    await clock.advance(34_999);
    await settle();
    expect(checks.store.getState().running).toBe('prepare');
    await clock.advance(1);
    expect((await response).ok).toBe(false);
  });

  it('sends no command to a scanner in use by another user', async () => {
    const { checks, backend, broker } = await createHarness();
    const holder = { id: newId(), name: 'Oona First' };
    const lease = { deviceId: newId(), holder, until: '2026-01-05T09:05:00Z' };
    backend.server.once('leaseDevice', errorResponse(409, 'Conflict', 'In use', lease));
    const response = await checks.prepare(PREPARATION);
    expect(response.ok ? '' : response.problem.title).toBe('Oona First is using the scanner');
    expect(broker.published).toEqual([]);
    expect(checks.store.getState().problem?.title).toContain('Oona First');
  });
});

describe('the checks of a scanner', () => {
  /** Two scanners; the first is chosen. */
  async function createRooms() {
    const harness = await createHarness();
    const [first, second] = registerDevices(harness, [
      { serialNumber: 'CF-0001' },
      { serialNumber: 'CF-0002' },
    ]) as [Device, Device];
    harness.scanner.watch();
    await settle();
    harness.scanner.choose(first.id);
    await settle();
    return { ...harness, first, second };
  }

  it('say nothing about another scanner that is chosen later, here or in another tab', async () => {
    const { checks, scanner, lastCommandId, broker, first, second } = await createRooms();
    const response = checks.prepare(PREPARATION);
    const commandId = await lastCommandId();
    const { organizationId, id } = first;
    broker.send(topics.prescanResult(organizationId, id), {
      id: newId(),
      at: first.createdAt,
      scanId: null,
      epoch: 0,
      seq: 1,
      commandId,
      result: 'Passed',
      errorCode: 'NoError',
      detail: null,
      failed: [],
    });
    await response;
    expect(isPreparedFor(checks.store.getState(), PREPARATION)).toBe(true);
    scanner.choose(second.id);
    await settle();
    expect(isPreparedFor(checks.store.getState(), PREPARATION)).toBe(false);
  });

  it('end when another scanner is chosen, and say so', async () => {
    const { checks, scanner, lastCommandId, second } = await createRooms();
    const response = checks.checkTransducer();
    await lastCommandId();
    scanner.choose(second.id);
    const result = await response;
    expect(result.ok ? '' : result.problem.code).toBe('SCANNER_CHANGED');
    expect(checks.store.getState().running).toBeNull();
  });
});

describe('the transducer check', () => {
  it('reports the failed elements in the words of the catalogue', async () => {
    const { checks, publish, lastCommandId } = await createHarness();
    const response = checks.checkTransducer();
    const id = await lastCommandId();
    publish.check(id, 'probe', 'Passed');
    publish.check(id, 'transducer', 'Failed', [3, 17]);
    const result = await response;
    if (result.ok) throw new Error('The check passed with failed elements');
    expect(result.problem.title).toBe(
      'One or more elements in transducer failed the test. Please contact support.',
    );
    expect(result.problem.detail).toBe('2 failed: 3, 17.');
    expect(checks.store.getState().results.get('probe')?.outcome).toBe('Passed');
  });

  it('times out after 33 s, not earlier', async () => {
    const { checks, lastCommandId, clock } = await createHarness();
    const response = checks.checkTransducer();
    await lastCommandId();
    await clock.advance(32_999);
    await settle();
    expect(checks.store.getState().running).toBe('transducer');
    await clock.advance(1);
    const result = await response;
    expect(result.ok ? '' : result.problem.code).toBe('SCANNER_TIMEOUT');
  });
});

describe('a check without a result', () => {
  it.each([
    ['prepare', 35_000, 'Preparing the scan gave no result within 35 s.'],
    ['transducer', 33_000, 'The transducer check gave no result within 33 s.'],
  ] as const)('reports the timeout of %s in the specified words', async (check, ms, detail) => {
    const { checks, lastCommandId, clock } = await createHarness();
    const response = check === 'prepare' ? checks.prepare(PREPARATION) : checks.checkTransducer();
    await lastCommandId();
    await clock.advance(ms);
    await response;
    const { problem } = checks.store.getState();
    expect(`${problem?.title}. ${problem?.next}`).toBe(
      'Communication timeout. Operation took longer than expected. Please make sure ScanService is running.',
    );
    expect(problem?.detail).toBe(detail);
  });
});

describe('the connection check', () => {
  it('reports a silent scan service after 3 s', async () => {
    const { checks, lastCommandId, clock, broker } = await createHarness();
    const response = checks.checkConnection();
    await lastCommandId();
    expect(broker.published.at(-1)?.topic).toMatch(/status\/get$/);
    await clock.advance(3_000);
    const result = await response;
    expect(result.ok ? '' : result.problem.code).toBe('SCAN_SERVICE_SILENT');
  });
});
