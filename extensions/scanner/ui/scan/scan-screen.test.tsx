// @vitest-environment jsdom

import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeviceStatus, Job } from '#contracts';
import { newId } from '#foundation';
import { aDeviceStatus, aScan } from '#testing';
import { progressOf, type ScanProgress } from '../../state/scan/scan-progress.ts';
import { ScanErrorCard } from '../errors/scan-error-card.tsx';
import { ScanHeading } from '../shared/scan-heading.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ScannerCard } from './scanner-card.tsx';

let root: Root | null = null;

async function render(element: ReactNode): Promise<HTMLElement> {
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
    const host = await render(<ProgressCard progress={progress()} job={null} time={null} />);
    expect(host.textContent).toContain('62 %');
    expect(host.textContent).toContain('447 of 720 frames');
    expect(host.textContent).toContain('Paused, time left0:48');
    expect(host.textContent).toContain('PER sweep87 of 360');
  });

  it.each([
    ['queued', 'NOT_STARTED'],
    ['starting', 'IN_PROGRESS'],
  ] as const)('shows that the reconstruction is %s', async (text, status) => {
    const job = { status, phase: null, done: 0, total: 0, problem: null } as Job;
    const host = await render(
      <ProgressCard progress={progress({ phase: 'completed' })} job={job} time={null} />,
    );
    expect(host.textContent).toContain(`3D reconstruction${text}`);
  });

  it('prefers the time of the device to the time of the newest frame', async () => {
    const time = { elapsedSeconds: 75.9, secondsLeft: 12.1 };
    const host = await render(<ProgressCard progress={progress()} job={null} time={time} />);
    expect(host.textContent).toContain('Elapsed 1:15');
    expect(host.textContent).toContain('Paused, time left0:13');
  });

  it('shows no time left while nothing is recorded', async () => {
    const host = await render(
      <ProgressCard progress={progress({ phase: 'interrupted' })} job={null} time={null} />,
    );
    expect(host.textContent).toContain('Time left—');
  });

  it('shows that the time left is being estimated until the scanner knows the pace', async () => {
    const time = { elapsedSeconds: 9, secondsLeft: null };
    const recording = progress({ phase: 'recording', secondsLeft: null });
    const host = await render(<ProgressCard progress={recording} job={null} time={time} />);
    expect(host.textContent).toContain('Time leftEstimating…');
  });

  it('shows an error with the texts and the two buttons of the catalogue', async () => {
    const actions: string[] = [];
    const host = await render(
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
    expect(host.textContent).toContain('447 recorded frames are kept');
    const buttons = [...host.querySelectorAll('button')];
    expect(document.activeElement).toBe(buttons[0]);
    for (const button of buttons) await act(async () => button.click());
    expect(actions).toEqual(['scanner.restart', 'scanner.resume']);
  });

  it('shows a dash for unknown values, and for all values once the scanner is offline', async () => {
    const status = aDeviceStatus({
      id: newId(),
      at: '2026-01-05T09:00:00Z',
      scanId: null,
      epoch: 0,
      seq: 0,
      state: 'ready',
      productId: 'CF-T',
      serialNumber: '1',
      battery: { charge: 78, temperature: 24, ok: true },
    });
    const ready = await render(
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

  it.each([
    ['L', 'Left breast'],
    ['R', 'Right breast'],
  ] as const)(
    'names the side %s in words, with protocol, cup and position',
    async (side, words) => {
      const host = await render(
        <ScanHeading side={side} protocol="UQQ" cupDepth={45} position="STANDING" />,
      );
      expect(host.querySelector('h2')?.textContent).toBe(words);
      expect(host.querySelector('p')?.textContent).toBe('Upper quadrants · 45 mm cup · Standing');
    },
  );

  it('says in place of a side and a cup that they are not known', async () => {
    const host = await render(
      <ScanHeading side={null} protocol="FULL" cupDepth={null} position={null} />,
    );
    expect(host.textContent).toBe('No side chosenFull · cup not known');
  });
});
