import { expect, it } from 'vitest';
import { createViewState, type StudyState } from '#core';
import type { Problem } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import { createPresentations } from '../../state/views/presentations.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { type PlaneToSave, saveViewImageCommand } from './save-view-image.ts';
import type { ViewServices } from './views.ts';

const { signal } = new AbortController();

/** Shows both coronals, the right first; the left breast is open. */
function setUp(geometry = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25)) {
  const right = aScan();
  const left = aScan({ laterality: { id: 'L' } });
  const view = createViewState();
  const reading = createReadingState();
  const presentations = createPresentations();
  for (const scan of [right, left]) {
    const volume = { id: `voxels of ${scan.id}`, geometry, voxels: new Uint8Array(0) };
    reading.setVolume(scan.id, { status: 'complete', geometry, volume });
    view.setPosition(scan.id, { sag: 0, tra: 0, depth: 10, rad: 0 });
    reading.addCell(scan === right ? 'right' : 'left', 'COR', scan.id);
  }
  view.set({ visibleCellIds: ['right', 'left', 'cen'] });
  const state = { scans: [right, left], targetScanId: left.id } as unknown as StudyState;
  const messages: string[] = [];
  const saved: PlaneToSave[] = [];
  const services = {
    view,
    reading,
    presentations,
    study: { store: { getState: () => state } },
    notices: {
      show: (_: string, text: string) => messages.push(text),
      showProblem: ({ code, next }: Problem) => messages.push(`${code} ${next}`),
    },
  } as unknown as ViewServices;
  const command = saveViewImageCommand(services, async (plane) => void saved.push(plane));
  return { command, view, reading, left, right, messages, saved };
}

it('saves the active plane with its own scan, with or without overlays', async () => {
  const { command, view, left, right, saved } = setUp();
  await command.run({ clean: false }, signal);
  view.set({ activeCellId: 'left' });
  await command.run({ clean: true }, signal);
  expect(saved.map(({ cellId, planes, clean }) => [cellId, planes.scan.id, clean])).toEqual([
    ['right', right.id, false],
    ['left', left.id, true],
  ]);
});

it('saves the full volume of the view, as a whole plane at 7 px per mm', async () => {
  const { command, left, view, saved } = setUp();
  view.set({ activeCellId: 'left' });
  await command.run({ clean: false }, signal);
  expect(saved[0]?.volume.id).toBe(`voxels of ${left.id}`);
  expect(saved[0]?.frame).toMatchObject({ widthMm: 50, heightMm: 50 });
  expect(saved[0]?.layout.layout.pxPerMm).toBe(7);
});

it('saves nothing from a coarse level and states when to save again', async () => {
  const { command, reading, right, messages, saved } = setUp();
  reading.setVolume(right.id, { status: 'coarse' });
  await command.run({ clean: false }, signal);
  expect(saved).toEqual([]);
  expect(messages).toEqual([`VOLUME_LOADING ${viewTexts.image.loading.next}`]);
});

it('saves nothing of a plane that would be too large and states what to do', async () => {
  const wide = scannedVolumeGeometry([1200, 60, 100], [0.5, 0.5, 0.5], 25);
  const { command, messages, saved } = setUp(wide);
  await command.run({ clean: false }, signal);
  expect(saved).toEqual([]);
  expect(messages).toEqual([`PICTURE_TOO_LARGE ${viewTexts.image.tooLarge.next}`]);
});

it('reports an active view without a plane instead of saving another plane', async () => {
  const { command, view, messages, saved } = setUp();
  view.set({ activeCellId: 'cen' });
  await command.run({ clean: false }, signal);
  expect(saved).toEqual([]);
  expect(messages).toEqual([viewTexts.image.none]);
  expect(command.validate({ clean: 'yes' })).toMatchObject({
    ok: false,
    problem: { code: 'WRONG_ARGUMENTS' },
  });
});
