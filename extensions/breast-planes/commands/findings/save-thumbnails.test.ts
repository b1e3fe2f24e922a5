import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { StudyState } from '#core';
import type { Problem } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding, aScan } from '#testing';
import { createFindingsUiState } from '../../state/findings/findings-ui-state.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import type { FindingServices } from './finding-services.ts';
import {
  MAX_SHEET_THUMBNAILS,
  saveThumbnailsCommand,
  type ThumbnailSheet,
} from './save-thumbnails.ts';

const { signal } = new AbortController();

/** Both breasts with two findings each; all volumes are complete. */
function setUp(perScan = 2) {
  const scans = [aScan(), aScan({ laterality: { id: 'L' } })];
  const findingsUi = createFindingsUiState();
  const reading = createReadingState();
  const geometry = scannedVolumeGeometry([4, 4, 4], [1, 1, 1], 2);
  const findingsByScan = Object.fromEntries(
    scans.map(({ id }) => [
      id,
      Array.from({ length: perScan }, (_, index) => ({
        ...aFinding(),
        id: `${index} of ${id}`,
        label: index + 1,
        scan: { id },
      })),
    ]),
  );
  for (const { id } of scans) {
    const volume = { id: `voxels of ${id}`, geometry, voxels: new Uint8Array(64) };
    reading.setVolume(id, { status: 'complete', geometry, volume });
  }
  const [right, left] = scans.map(({ id }) => findingsByScan[id] ?? []);
  if (right === undefined || left === undefined) throw new Error('Two scans');
  const state = {
    scans,
    targetScanId: scans[0]?.id,
    findingsByScan,
    selectedFindingId: left[0]?.id ?? null,
    hiddenFindingIds: new Set<string>(),
  } as unknown as StudyState;
  const messages: string[] = [];
  const services = {
    findingsUi,
    reading,
    preferences: { store: createStore(() => ({ ready: true, values: new Map() })) },
    notices: {
      showProblem: ({ title, next }: Problem) => messages.push(`${title} ${next}`),
    },
    study: { store: { getState: () => state } },
  } as unknown as FindingServices;
  const saved: ThumbnailSheet[] = [];
  const command = saveThumbnailsCommand(services, async (sheet) => void saved.push(sheet));
  return { command, findingsUi, reading, scans, right, left, messages, saved, state };
}

it('saves the thumbnails of the checked findings of a scan, by number', async () => {
  const { command, findingsUi, right, saved } = setUp();
  findingsUi.setChecked(right[1]?.id ?? '', true);
  findingsUi.setChecked(right[0]?.id ?? '', true);
  expect(command.enabled?.()).toBe(true);
  await command.run(undefined, signal);
  expect(saved).toHaveLength(1);
  expect(saved[0]?.findings.map(({ id }) => id)).toEqual(right.map(({ id }) => id));
  expect(saved[0]?.volume.id).toBe(`voxels of ${right[0]?.scan.id}`);
});

it('saves the thumbnail of the selected finding when none is checked', async () => {
  const { command, left, saved } = setUp();
  await command.run(undefined, signal);
  expect(saved[0]?.findings.map(({ id }) => id)).toEqual([left[0]?.id]);
});

it('rejects findings of two scans with the text of the specification', async () => {
  const { command, findingsUi, right, left, messages, saved } = setUp();
  findingsUi.setChecked(right[0]?.id ?? '', true);
  findingsUi.setChecked(left[0]?.id ?? '', true);
  await command.run(undefined, signal);
  expect(saved).toEqual([]);
  expect(messages).toEqual([
    `Thumbnail generation failed because findings don't belong to the same scan ${findingTexts.thumbnail.otherScan.next}`,
  ]);
});

it('saves nothing from a coarse level and states when to save again', async () => {
  const { command, reading, left, messages, saved } = setUp();
  reading.setVolume(left[0]?.scan.id ?? '', { status: 'coarse' });
  await command.run(undefined, signal);
  expect(saved).toEqual([]);
  expect(messages).toEqual([`${viewTexts.image.loading.title} ${viewTexts.image.loading.next}`]);
});

it('gives the reason when no finding is selected, or more than one image can hold', () => {
  const { command, findingsUi, state, right } = setUp(MAX_SHEET_THUMBNAILS + 1);
  Object.assign(state, { selectedFindingId: null });
  expect(command.enabled?.()).toBe(commandTexts.selectFirst);
  for (const { id } of right) findingsUi.setChecked(id, true);
  expect(command.enabled?.()).toContain(`${MAX_SHEET_THUMBNAILS}`);
});
