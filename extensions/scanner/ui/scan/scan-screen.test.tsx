// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeviceStatus } from '#contracts';
import { aScan } from '#core/testing';
import { newId } from '#foundation';
import { progressOf, type ScanProgress } from '../../state/scan/scan-progress.ts';
import { ScanErrorCard } from '../errors/scan-error-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ScannerCard } from './scanner-card.tsx';

let root: Root | null = null;

async function draw(element: ReactNode): Promise<HTMLElement> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  await act(async () => root?.render(element));
  return host;
}

afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.innerHTML = '';
});

const progress = (change: Partial<ScanProgress> = {}): ScanProgress => ({
  ...progressOf(aScan({ studyId: newId(), patientId: newId(), scanState: 'I' })),
  phase: 'paused',
  sweeps: {
    CEN: new Map(Array.from({ length: 360 }, (_, idx) => [idx, idx])),
    PER: new Map(Array.from({ length: 87 }, (_, idx) => [idx, idx])),
  },
  secondsLeft: 47.2,
  ...change,
});

describe('the scan screen', () => {
  it('shows the progress of the scan in figures', async () => {
    const host = await draw(<ProgressCard progress={progress()} job={null} time={null} />);
    expect(host.textContent).toContain('62 %');
    expect(host.textContent).toContain('447 of 720 frames');
    expect(host.textContent).toContain('Paused, time left0:48');
    expect(host.textContent).toContain('PER sweep87 of 360');
  });

  it('prefers the time of the device to the time of the newest frame', async () => {
    const time = { elapsedSeconds: 75.9, secondsLeft: 12.1 };
    const host = await draw(<ProgressCard progress={progress()} job={null} time={time} />);
    expect(host.textContent).toContain('Elapsed 1:15');
    expect(host.textContent).toContain('Paused, time left0:13');
  });

  it('shows no time left while nothing is recorded', async () => {
    const host = await draw(
      <ProgressCard progress={progress({ phase: 'interrupted' })} job={null} time={null} />,
    );
    expect(host.textContent).toContain('Time left—');
  });

  it('shows an error with the texts and the two buttons of the catalogue', async () => {
    const actions: string[] = [];
    const host = await draw(
      <ScanErrorCard
        progress={progress()}
        errorCode="TooMuchMovement"
        busy={false}
        isReconnected={false}
        canControl
        onAction={(action) => actions.push(action)}
      />,
    );
    expect(host.querySelector('[role=alertdialog] h2')?.textContent).toBe(
      'Too Much Movement Detected',
    );
    expect(host.textContent).toContain('Image compromised - Please restart the scan.');
    expect(host.textContent).toContain('The 447 frames recorded so far are kept');
    const buttons = [...host.querySelectorAll('button')];
    expect(document.activeElement).toBe(buttons[0]);
    for (const button of buttons) await act(async () => button.click());
    expect(actions).toEqual(['scanner.restart', 'scanner.resume']);
  });

  it('shows a dash for unknown values, and for all values once the scanner is offline', async () => {
    const status: DeviceStatus = {
      id: newId(),
      at: '2026-01-05T09:00:00Z',
      scanId: null,
      epoch: 0,
      seq: 0,
      connected: true,
      state: 'ready',
      errorCode: 'NoError',
      productId: 'CF-T',
      serialNumber: '1',
      firmware: null,
      deviceAngle: null,
      session: 1,
      errorMessage: null,
      revision: null,
      probe: null,
      wirelessCharger: null,
      battery: { charge: 78, temperature: 24, ok: true },
      motor180: null,
      motor360: null,
      waterSensor: null,
      motionSensor: null,
      lastUpdateTimeStamp: null,
    };
    const ready = await draw(
      <ScannerCard scanner={{ device: null, status, problem: null }} sweep={null} />,
    );
    expect(ready.textContent).toContain('Battery78 %24 °C');
    expect(ready.textContent).toContain('Water—');
    expect(ready.textContent).toContain('firmware —');
    const offline: DeviceStatus = { ...status, state: 'offline' };
    await act(async () =>
      root?.render(
        <ScannerCard scanner={{ device: null, status: offline, problem: null }} sweep={null} />,
      ),
    );
    expect(ready.textContent).toContain('Battery—');
    expect(ready.textContent).toContain('Offline');
  });
});
