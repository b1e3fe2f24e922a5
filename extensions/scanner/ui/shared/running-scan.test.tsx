// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Device, topics } from '#contracts';
import {
  apiToken,
  type ExtensionContext,
  idleToken,
  leaveGuardToken,
  navigationToken,
  type PanelProps,
  sessionToken,
} from '#core';
import { errorResponse, fakePlatform, okResponse, settle } from '#core/testing';
import { newId, toDisposable } from '#foundation';
import { aDeviceStatus, aScan } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { createOwnRunningScan } from '../../state/scan/running-scan.ts';
import { createScanRun } from '../../state/scan/scan-run.ts';
import { runningScanToken, scannerChecksToken, scanRunToken } from '../../state/scan/tokens.ts';
import { createScannerChecks } from '../../state/scanner/scanner-checks.ts';
import { createScannerClient } from '../../state/scanner/scanner-client.ts';
import { registerDevices } from '../../state/scanner/test-support/register-device.ts';
import { ReturnToScanPanel } from '../scan/return-to-scan-panel.tsx';
import { useScannerChoice } from './use-scanner-choice.ts';

afterEach(unmountAll);

/** The bar of a page that does not show the scan, and whether another scanner can be chosen. */
function OtherPage({ context }: PanelProps) {
  const choice = useScannerChoice(context);
  return (
    <>
      <ReturnToScanPanel context={context} />
      <output>{choice?.locked === true ? 'locked' : 'free'}</output>
    </>
  );
}

/** Opens a page without the scan, at a workstation that has chosen Room 1 of two. */
async function openOtherPage() {
  const platform = await fakePlatform('OPERATOR');
  const { backend, broker, clock, leaveGuard } = platform;
  const [room1, room2] = registerDevices(platform, [
    { serialNumber: 'CF-0001', model: 'Room 1' },
    { serialNumber: 'CF-0002', model: 'Room 2' },
  ]) as [Device, Device];
  const scan = aScan({
    studyId: newId(),
    patientId: newId(),
    laterality: { id: 'L' },
    deviceId: room1.id,
    createdBy: backend.user.id,
  });
  backend.server.handle('getScan', () => okResponse(scan));
  backend.server.handle('listScanFiles', () =>
    okResponse({ items: [], total: 0, nextCursor: null }),
  );
  const scanner = createScannerClient(platform);
  scanner.watch();
  await settle();
  scanner.choose(room1.id);
  const navigation = { go: () => undefined };
  /** Reasons that keep the session active. */
  const activities: string[] = [];
  const services = new Map<unknown, unknown>([
    [scanRunToken, createScanRun({ ...platform, scanner, navigation })],
    [runningScanToken, createOwnRunningScan({ ...platform, scanner })],
    [scannerChecksToken, createScannerChecks({ scanner, clock })],
    [apiToken, platform.api],
    [sessionToken, platform.session],
    [navigationToken, navigation],
    [leaveGuardToken, leaveGuard],
    [
      idleToken,
      {
        keepActive: () => {
          activities.push('active');
          return toDisposable(() => void activities.pop());
        },
      },
    ],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const { host } = await render(<OtherPage context={context} />);
  let seq = 0;
  const report = (state: 'scanning' | 'paused' | 'ready') =>
    act(async () => {
      seq += 1;
      const scanId = state === 'ready' ? null : scan.id;
      const at = new Date(clock.now()).toISOString();
      broker.send(
        topics.status(room1.organizationId, room1.id),
        aDeviceStatus({ id: newId(), at, scanId, epoch: 1, seq, state }),
      );
      await settle();
    });
  return { host, report, room2, backend, scan, leaveGuard, activities };
}

describe('the own scan that runs while another page is open', () => {
  it('keeps its scanner chosen, because another choice would hide the scan', async () => {
    const { host, report } = await openOtherPage();
    expect(host.querySelector('output')?.textContent).toBe('free');
    await report('scanning');
    expect(host.textContent).toContain('Return to scan · left breast');
    expect(host.querySelector('output')?.textContent).toBe('locked');
    await report('ready');
    expect(host.querySelector('output')?.textContent).toBe('free');
  });

  it('does not keep the scanner of a scan that another user records', async () => {
    const { host, report, backend, scan } = await openOtherPage();
    backend.server.handle('getScan', () => okResponse({ ...scan, createdBy: newId() }));
    await report('scanning');
    expect(host.textContent).not.toContain('Return to scan');
    expect(host.querySelector('output')?.textContent).toBe('free');
  });

  it('belongs to the colleague who resumes it, and not to its author any more', async () => {
    const { host, report, backend, scan } = await openOtherPage();
    const author = newId();
    const operate = (operatedBy: string | null, createdBy = author) =>
      backend.server.handle('getScan', () => okResponse({ ...scan, createdBy, operatedBy }));
    operate(author);
    await report('scanning');
    await report('paused');
    expect(host.textContent).not.toContain('Return to scan');
    operate(backend.user.id);
    await report('scanning');
    expect(host.textContent).toContain('Return to scan · left breast');
    expect(host.querySelector('output')?.textContent).toBe('locked');
    operate(author, backend.user.id);
    await report('paused');
    expect(host.textContent).not.toContain('Return to scan');
    expect(host.querySelector('output')?.textContent).toBe('free');
    // Without a user at the scanner, the author is responsible.
    operate(null, backend.user.id);
    await report('scanning');
    expect(host.textContent).toContain('Return to scan · left breast');
  });

  it('is read once for all parts of the page', async () => {
    const { report, backend } = await openOtherPage();
    await report('scanning');
    await report('scanning');
    for (const read of ['getScan', 'listScanFiles']) {
      expect(backend.server.calls.filter(({ route }) => route === read)).toHaveLength(1);
    }
  });

  it('is read again with the next status after a failed call', async () => {
    const { host, report, backend } = await openOtherPage();
    backend.server.once('getScan', errorResponse(500, 'InternalServerError', 'No database'));
    await report('scanning');
    expect(host.textContent).not.toContain('Return to scan');
    await report('scanning');
    expect(host.textContent).toContain('Return to scan · left breast');
  });

  it('warns before the user signs out or closes the window, on any page', async () => {
    const { report, leaveGuard } = await openOtherPage();
    expect(leaveGuard.warningFor('/login')).toBeNull();
    await report('scanning');
    expect(leaveGuard.warningFor('/login')?.title).toBe('The left breast is being scanned');
    expect(leaveGuard.warningFor(null)?.title).toBe('The left breast is being scanned');
    // The bar is gone after signing out.
    expect(leaveGuard.warningFor('/login')?.text).toContain('Sign in again');
    expect(leaveGuard.warningFor('/patient-list')).toBeNull();
    await report('paused');
    expect(leaveGuard.warningFor(null)?.title).toBe('The scan of the left breast is paused');
    await report('ready');
    expect(leaveGuard.warningFor(null)).toBeNull();
  });

  it('keeps the session active on any page, except in a pause', async () => {
    const { report, activities } = await openOtherPage();
    expect(activities).toEqual([]);
    await report('scanning');
    expect(activities).toEqual(['active']);
    await report('paused');
    expect(activities).toEqual([]);
  });
});
