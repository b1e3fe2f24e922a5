// @vitest-environment jsdom

import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { SCAN_ERROR_CODES, scanError } from '#contracts';
import { newId } from '#foundation';
import { aScan } from '#testing';
import { progressOf, type ScanProgress } from '../../state/scan/scan-progress.ts';
import type { ErrorAction } from './error-actions.ts';
import { ScanErrorCard } from './scan-error-card.tsx';

let root: Root | null = null;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.innerHTML = '';
});

const started: ScanProgress = {
  ...progressOf(aScan({ studyId: newId(), patientId: newId(), scanState: 'I' })),
  sweeps: { CEN: new Map([[0, 0]]), PER: new Map() },
};
const empty = { ...started, sweeps: { CEN: new Map(), PER: new Map() } };

/** Phases of a scan when its error is shown, and the action of 'Continue Anyway'. */
const MOMENTS: readonly {
  readonly name: string;
  readonly progress: ScanProgress;
  readonly continueAction: ErrorAction;
  /** True if the recording ended with stored frames. */
  readonly resumable: boolean;
}[] = [
  {
    name: 'paused by the device',
    progress: { ...started, phase: 'paused' },
    continueAction: 'scanner.resume',
    resumable: false,
  },
  {
    name: 'aborted by the device',
    progress: { ...started, phase: 'failed' },
    continueAction: 'scanner.go-on',
    resumable: true,
  },
  {
    name: 'interrupted in the middle',
    progress: { ...started, phase: 'interrupted' },
    continueAction: 'scanner.go-on',
    resumable: true,
  },
  {
    name: 'failed before its first frame',
    progress: { ...empty, phase: 'failed' },
    continueAction: 'dismiss',
    resumable: false,
  },
];
const CODES = SCAN_ERROR_CODES.filter((code) => code !== 'NoError');
/** Codes with 'Continue Anyway', repeated here so that a change of the catalogue is noticed. */
const CONTINUABLE = [
  'UnknownError',
  'TooMuchMovement',
  'TooManyShadows',
  'WaterCriticallyLow',
  'MotorStallDetected',
];

async function renderCard(errorCode: string, progress: ScanProgress, isReconnected = false) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  const actions: ErrorAction[] = [];
  const shown = { errorCode, progress, isReconnected, busy: false, canControl: true };
  await act(async () =>
    root?.render(<ScanErrorCard {...shown} onAction={(action) => actions.push(action)} />),
  );
  const buttons = [...host.querySelectorAll('button')];
  for (const button of buttons) await act(async () => button.click());
  const dialog = host.querySelector('[role=alertdialog]');
  const labels = buttons.map(({ textContent }) => textContent);
  return { dialog, labels, actions, title: host.querySelector('h2')?.textContent };
}

describe.each(MOMENTS)('a scan that was $name', ({ progress, continueAction, resumable }) => {
  it.each(CODES)(
    'shows %s with the text of the catalogue and buttons that act as labelled',
    async (code) => {
      const { title, message } = scanError(code);
      const continues = CONTINUABLE.includes(code);
      const shown = await renderCard(code, progress);
      expect(shown.title).toBe(title);
      expect(shown.dialog?.textContent).toContain(message);
      const buttons = [
        ['Restart Scan', 'scanner.restart'],
        continues ? ['Continue Anyway', continueAction] : ['Back To Study', 'leave'],
      ];
      if (resumable && !continues) buttons.push(['Resume scan', 'scanner.go-on']);
      expect(shown.labels).toEqual(buttons.map(([label]) => label));
      expect(shown.actions).toEqual(buttons.map(([, action]) => action));
      expect(shown.dialog?.textContent?.includes('Missing: CEN 1°–359°, all of PER')).toBe(
        resumable,
      );
    },
  );
});

describe('an error of a scan', () => {
  it('is shown as an unknown error if the catalogue lacks its code', async () => {
    const shown = await renderCard('CodeOfANewerVersion', { ...started, phase: 'paused' });
    expect(shown.title).toBe('Scan Error');
    expect(shown.actions).toEqual(['scanner.restart', 'scanner.resume']);
  });

  it('reports that an offline scan service is back online', async () => {
    const interrupted: ScanProgress = { ...started, phase: 'interrupted' };
    const offline = await renderCard('ScanServiceNotAvailable', interrupted);
    expect(offline.dialog?.querySelector('[role=status]')).toBeNull();
    const back = await renderCard('ScanServiceNotAvailable', interrupted, true);
    expect(back.dialog?.querySelector('[role=status]')?.textContent).toBe(
      'The scan service responds again.',
    );
  });
});
