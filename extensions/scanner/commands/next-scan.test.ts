import { describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { fakePlatform } from '#core/testing';
import { progressOf, type ScanPhase } from '../state/scan/scan-progress.ts';
import type { ScanRun } from '../state/scan/scan-run.ts';
import { otherSideCommand, repeatSideCommand } from './next-scan.ts';

const { signal } = new AbortController();

/** Creates the commands after a scan of the right breast in this phase; `open` opens that scan. */
async function createHarness(phase: ScanPhase, role: 'OPERATOR' | 'VIEWER' = 'OPERATOR') {
  const { backend, study, session } = await fakePlatform(role);
  const scan = backend.scans.find(({ laterality }) => laterality.id === 'R') as Scan;
  const opened: string[] = [];
  const navigation = { go: (path: string) => void opened.push(path) };
  const progress = { ...progressOf(scan), phase };
  const run = { store: { getState: () => ({ progress }) } } as unknown as ScanRun;
  const services = { run, study, session, navigation };
  const other = otherSideCommand(services);
  const repeat = repeatSideCommand(services);
  const open = () => study.open(backend.studyId, scan.id);
  return { scan, other, repeat, opened, open };
}

describe('the commands for the next scan', () => {
  it('are disabled without an open scan, during a scan and for roles that cannot scan', async () => {
    const notOpened = await createHarness('completed');
    expect(notOpened.other.enabled?.()).toBe('No scan is open');
    const running = await createHarness('paused');
    await running.open();
    expect(running.repeat.enabled?.()).toBe('The scan is running');
    const viewer = await createHarness('completed', 'VIEWER');
    await viewer.open();
    expect(viewer.other.enabled?.()).toBe('Your role can’t record scans');
  });

  it.each(['completed', 'interrupted', 'failed'] as const)(
    'open the prescan page for the other or the same breast after a %s scan',
    async (phase) => {
      const { scan, other, repeat, opened, open } = await createHarness(phase);
      await open();
      expect([other.enabled?.(), repeat.enabled?.()]).toEqual([true, true]);
      await other.run(undefined, signal);
      await repeat.run(undefined, signal);
      const queries = opened.map((path) => new URLSearchParams(path.split('?')[1]));
      expect(queries.map((query) => query.get('side'))).toEqual(['L', 'R']);
      for (const query of queries) {
        expect(query.get('patient')).toBe(scan.patientId);
        expect(query.get('protocol')).toBe(scan.protocol);
        expect(query.get('study')).toBe(scan.studyId);
      }
    },
  );
});
