// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { DatasetPredictions } from '#contracts';
import { errorResponse, okResponse, type StubResponse, validationResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, unmountAll, until } from '#ui/testing';
import { button, openAdmin } from '../test-support/admin-page.tsx';
import { PredictionsDialog } from './predictions-dialog.tsx';

afterEach(unmountAll);

const shown = () => document.body.textContent ?? '';
const scanOf = (digit: string) => `S-${digit.repeat(20)}`;
const FINDING = {
  score: 0.5,
  marks: [{ type: 'SELECTMARK', plane: 'COR', pointsVoxel: [[1, 2, 3]] }],
};
const fileOf = (digits: readonly string[]) => ({
  providerId: 'org.example.network.find',
  model: { name: 'Network', version: '1.2.0', weightsSha256: null, use: 'research' },
  scans: digits.map((digit) => ({ scan: scanOf(digit), findings: [FINDING, FINDING] })),
});

async function choose(text: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no way to choose a file');
  Object.defineProperty(input, 'files', { value: [new File([text], 'predictions.json')] });
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** Opens the dialog with a server that stores every scan. */
async function openImport() {
  const opened = await openAdmin(<PredictionsDialog onClose={() => undefined} />, {
    prepare: ({ backend: { server } }) =>
      server.handle('importPredictions', ({ body }) => {
        const { scans } = body as DatasetPredictions;
        const stored = scans.map(({ scan, findings }) => ({
          ...{ scan, runId: newId(), findingCount: findings.length },
        }));
        return okResponse({ scans: stored });
      }),
  });
  const { server } = opened.backend;
  const imported = () =>
    server.calls
      .filter(({ route }) => route === 'importPredictions')
      .map(({ body }) => (body as DatasetPredictions).scans.map(({ scan }) => scan).join());
  return { server, imported };
}

it('shows what the file has, then what was stored and the reasons of each rejected scan', async () => {
  const { server, imported } = await openImport();
  server.once('importPredictions', validationResponse({ 'scans.0.scan': 'Unknown scan' }));
  const file = fileOf(['a', 'b', 'c']);
  const scans = [...file.scans, { scan: 'Verhoeven', findings: [{ ...FINDING, score: 9 }] }];
  await choose(JSON.stringify({ ...file, scans }));
  await until(() => shown().includes('predictions.json has predictions for 4 scans.'));
  expect(shown()).toContain('Model Network, version 1.2.0 (org.example.network.find)');
  expect(imported()).toEqual([]);
  await click(button('Import'));
  await until(() => shown().includes('2 scans imported, 2 rejected.'));
  // The scan that the file itself gets wrong is not sent.
  expect(imported()).toEqual(['a', 'b', 'c'].map(scanOf));
  const rows = [...document.querySelectorAll('ul[aria-label="Scans of the file"] > li')];
  expect(rows.map((item) => item.textContent)).toEqual([
    `${scanOf('a')}RejectedUnknown scan`,
    `${scanOf('b')}2 findings stored`,
    `${scanOf('c')}2 findings stored`,
    expect.stringMatching(/^VerhoevenRejected.*finding 1, score: /),
  ]);
});

it('gives the reason for an unusable file and accepts another', async () => {
  await openImport();
  await choose('no JSON');
  await until(() => shown().includes('The file is not JSON.'));
  await unmountAll();
  await openImport();
  await choose(JSON.stringify({ ...fileOf(['a']), scans: [] }));
  await until(() => shown().includes('The file has no list “scans”.'));
});

it('ends when the server fails, and continues with the rest on retry', async () => {
  const { server, imported } = await openImport();
  await choose(JSON.stringify(fileOf(['a', 'b', 'c'])));
  await until(() => button('Import') !== null);
  server.once('importPredictions', errorResponse(403, 'Forbidden', 'Not allowed any more'));
  await click(button('Import'));
  await until(() => shown().includes('Not allowed any more'));
  expect(imported()).toEqual([scanOf('a')]);
  await click(button('Retry'));
  await until(() => shown().includes('3 scans imported, 0 rejected.'));
  expect(imported()).toEqual(['a', 'a', 'b', 'c'].map(scanOf));
});

it('stops after the current scan, and says what was not imported', async () => {
  const { server, imported } = await openImport();
  await choose(JSON.stringify(fileOf(['a', 'b', 'c'])));
  await until(() => button('Import') !== null);
  let answer = (_: StubResponse): void => undefined;
  server.handle('importPredictions', () => new Promise((resolve) => (answer = resolve)));
  await click(button('Import'));
  await until(() => imported().length === 1);
  await click(button('Stop'));
  answer(okResponse({ scans: [{ scan: scanOf('a'), runId: newId(), findingCount: 2 }] }));
  await until(() => shown().includes('1 scan imported, 0 rejected. Stopped. 2 scans were not'));
  expect(imported()).toEqual([scanOf('a')]);
});
