import { expect, it } from 'vitest';
import { createViewState, type StudyState } from '#core';
import { scannedVolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import { createPresentations } from '../../state/views/presentations.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { type PlaneToSave, saveViewImageCommand } from './save-view-image.ts';
import type { ViewServices } from './views.ts';

const { signal } = new AbortController();

/** Shows both coronals, the right first; the left breast is open. */
function setUp() {
  const right = aScan();
  const left = aScan({ laterality: { id: 'L' } });
  const view = createViewState();
  const reading = createReadingState();
  const presentations = createPresentations();
  for (const scan of [right, left]) {
    const geometry = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
    reading.setVolume(scan.id, { status: 'complete', geometry });
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
    notices: { show: (_: string, text: string) => messages.push(text) },
  } as unknown as ViewServices;
  const command = saveViewImageCommand(services, async (plane) => void saved.push(plane));
  return { command, view, left, right, messages, saved };
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
