// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type ExtensionContext, jobsToken, studyToken, viewStateToken } from '#core';
import { fakePlatform } from '#core/testing';
import { scannedVolumeGeometry } from '#geometry';
import { render, unmountAll } from '#ui/testing';
import { createPresentations, presentationToken } from '../../state/views/presentations.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { Readout } from './readout.tsx';

afterEach(unmountAll);

const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);
const NIPPLE = { sag: 0, tra: 0, depth: 0, rad: 0, setBy: null, setAt: '2026-02-03T10:00:00Z' };

/** Renders the readout with both coronals; the view of the right breast is active. */
async function renderBothBreasts() {
  const { study, backend, viewState, jobs } = await fakePlatform('PHYSICIAN');
  backend.scans.forEach((scan, index) => {
    backend.scans[index] = { ...scan, nippleLocation: { ...NIPPLE, thumbnailBase64: null } };
  });
  const idOf = (side: string) => backend.scans.find(({ laterality }) => laterality.id === side)?.id;
  const right = idOf('R') ?? '';
  const left = idOf('L') ?? '';
  await study.open(backend.studyId, right);
  const reading = createReadingState();
  for (const id of [right, left]) {
    reading.setVolume(id, { geometry: volume });
    reading.addCell(`cell-${id}`, 'COR', id);
    viewState.setPosition(id, { sag: 0, tra: 0, depth: 10, rad: 0 });
  }
  viewState.set({ activeCellId: `cell-${right}` });
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [viewStateToken, viewState],
    [jobsToken, jobs],
    [readingToken, reading],
    [presentationToken, createPresentations()],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const { host } = await render(<Readout context={context} />);
  const locationText = () =>
    host.querySelector('[data-testid=readout-location] b')?.textContent ?? '';
  return { reading, viewState, right, left, locationText };
}

it('shows the location under the pointer with the side of its breast', async () => {
  const { reading, right, left, locationText } = await renderBothBreasts();
  expect(locationText()).toMatch(/^R/);
  act(() =>
    reading.setHover({
      scanId: left,
      pointMm: [12, 10, 5],
      outside: false,
      cellId: 'cor',
      busy: false,
    }),
  );
  expect(locationText()).toMatch(/^L/);
  act(() =>
    reading.setHover({
      scanId: right,
      pointMm: [12, 10, 5],
      outside: false,
      cellId: 'cor',
      busy: false,
    }),
  );
  expect(locationText()).toMatch(/^R/);
});

it.each([
  ['beyond the covered radius', { sag: 29, tra: -29 }],
  ['behind the last layer', { depth: 40 }],
])('calls planes that were scrolled %s outside the image', async (_, scrolled) => {
  const { viewState, right, locationText } = await renderBothBreasts();
  act(() => viewState.setPosition(right, { sag: 0, tra: 0, depth: 10, rad: 0, ...scrolled }));
  expect(locationText()).toBe(readingTexts.readout.outside);
  act(() => viewState.setPosition(right, { sag: 20, tra: -20, depth: 39, rad: 0 }));
  expect(locationText()).toMatch(/^R/);
});
