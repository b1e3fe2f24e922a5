// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ScanReader } from '#contracts';
import { type ExtensionContext, readersToken, studyToken } from '#core';
import { fakePlatform } from '#core/testing';
import { newId } from '#foundation';
import { scannedVolumeGeometry, type VolumeGrid } from '#geometry';
import { render, unmountAll } from '#ui/testing';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { Readers } from './readers.tsx';

afterEach(unmountAll);

const AT = '2026-02-03T10:00:00Z';
/** Volume with 1 mm voxels; `finer` is its reconstruction with 0.5 mm voxels. */
const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);
const finer = scannedVolumeGeometry([120, 80, 120], [0.5, 0.5, 0.5], 30);

/** Returns the title of a reader whose planes are at this position, in voxels of `grid`. */
async function readerTitle(sag: number, depth: number, grid: VolumeGrid | null): Promise<string> {
  const { study, backend } = await fakePlatform('PHYSICIAN');
  const nipple = { sag: 0, tra: 0, depth: 0, rad: 0, setBy: null, setAt: AT };
  backend.scans.forEach((scan, index) => {
    backend.scans[index] = { ...scan, nippleLocation: nipple };
  });
  const scanId = backend.scans[0]?.id ?? '';
  await study.open(backend.studyId, scanId);
  const reading = createReadingState();
  reading.setVolume(scanId, { geometry: volume });
  const position = { sag, tra: 0, depth, rad: 0, grid };
  const reader: ScanReader = {
    accountId: newId(),
    name: 'Grace Other',
    place: position,
    since: AT,
  };
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [readingToken, reading],
    [readersToken, createStore(() => ({ [scanId]: [reader] }))],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const { host } = await render(<Readers context={context} />);
  return host.querySelector('li')?.title ?? '';
}

it('shows the location of another reader by hour, distance and depth', async () => {
  expect(await readerTitle(20, 10, volume)).toMatch(
    /^Grace Other · at R 3:00 · 20 mm FN · depth 11 mm · /,
  );
});

it('shows the same location for a reader of another volume of the scan', async () => {
  const depthMm = volume.originMm[1] + 10;
  const otherVolumeTitle = await readerTitle(40, (depthMm - finer.originMm[1]) / 0.5, finer);
  expect(otherVolumeTitle).toBe(await readerTitle(20, 10, volume));
});

it('interprets a position without a grid in voxels of the shown volume', async () => {
  expect(await readerTitle(20, 10, null)).toBe(await readerTitle(20, 10, volume));
});
