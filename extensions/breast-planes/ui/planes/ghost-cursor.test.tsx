// @vitest-environment jsdom
import { Profiler } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { NippleLocation, Scan } from '#contracts';
import {
  type ExtensionContext,
  type Preferences,
  preferencesToken,
  studyToken,
  viewStateToken,
} from '#core';
import { fakePlatform } from '#core/testing';
import { ok } from '#foundation';
import {
  imageFrame,
  mmToImage,
  type PlanePosition,
  positionToMm,
  scannedVolumeGeometry,
  type Vec3,
  type VolumePlane,
} from '#geometry';
import { render, unmountAll } from '#ui/testing';
import type { CommandServices } from '../../commands/services.ts';
import { ghostCursorCommand } from '../../commands/views/ghost-cursor.ts';
import { layoutImage, toPx } from '../../model/planes/image-layout.ts';
import { createPresentations, presentationToken } from '../../state/views/presentations.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { createViewSettings, viewSettingsToken } from '../../state/views/view-settings.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { GhostCursor } from './ghost-cursor.tsx';

afterEach(unmountAll);

const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);
const position: PlanePosition = { sag: 5, tra: -3, depth: 20, rad: 60 };
const view = { width: 400, height: 400 };
const frameDone = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Renders the ghost cursor in a view of `plane` while the pointer is in the coronal of the current
 * right breast.
 */
async function renderGhost(viewedScan: 'R' | 'L' | 'prior', plane: VolumePlane) {
  const { backend, study, viewState } = await fakePlatform('PHYSICIAN');
  const sideOf = (id: string) => backend.scans.find(({ laterality }) => laterality.id === id);
  const location = (sag: number): NippleLocation => ({
    sag,
    tra: 0,
    depth: 2,
    rad: 0,
    setBy: null,
    setAt: '2026-02-03T10:00:00Z',
    thumbnailBase64: null,
  });
  const current = sideOf('R') as Scan;
  backend.scans.splice(backend.scans.indexOf(current), 1, {
    ...current,
    nippleLocation: location(2),
  });
  await study.open(backend.studyId, current.id);
  const prior: Scan = {
    ...current,
    id: 'prior',
    studyId: 'prior-study',
    nippleLocation: location(-6),
  };
  viewState.set({ priors: [prior] });
  const scan = { R: current, L: sideOf('L') as Scan, prior }[viewedScan];
  const reading = createReadingState();
  for (const { id } of [current, scan]) {
    reading.setVolume(id, { geometry: volume });
    viewState.setPosition(id, position);
  }
  reading.addCell('cor', 'COR', current.id);
  reading.addCell('other', plane, scan.id);
  const saved = createStore(() => ({ ready: true, values: new Map<string, string>() }));
  const preferences = {
    store: saved,
    save: async (code: string, value: string) => {
      saved.setState({ values: new Map([[code, value]]) });
      return ok(undefined);
    },
  } as unknown as Preferences;
  const settings = createViewSettings();
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [viewStateToken, viewState],
    [readingToken, reading],
    [viewSettingsToken, settings],
    [presentationToken, createPresentations()],
    [preferencesToken, preferences],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const frame = imageFrame(volume, plane, null, position);
  const layout = layoutImage(frame, view, 4, { rightMm: 0, downMm: 0 });
  const ready = { plane, scan, volume, nippleMm: null, position, frame, layout, view };
  const draws: string[] = [];
  const { host } = await render(
    <Profiler id="ghost" onRender={(id) => draws.push(id)}>
      <GhostCursor context={context} cellId="other" ready={ready as unknown as ReadyImage} />
    </Profiler>,
  );
  const cross = host.querySelector<HTMLElement>('[data-testid=ghost-cursor]');
  /** Position and opacity of the ghost cursor; null while hidden. */
  const ghost = () =>
    cross?.style.visibility === 'visible'
      ? { at: cross.style.transform, opacity: Number(cross.style.opacity) }
      : null;
  const movePointer = (pointMm: Vec3 | null, cellId = 'cor', busy = false): Promise<unknown> => {
    reading.setHover(pointMm && { scanId: current.id, pointMm, outside: false, cellId, busy });
    return frameDone();
  };
  const expectedAt = (pointMm: Vec3) => {
    const { x, y } = toPx(layout, frame, mmToImage(frame, pointMm));
    return `translate(${x}px,${y}px)`;
  };
  const command = ghostCursorCommand({ preferences } as unknown as CommandServices & {
    preferences: Preferences;
  });
  return { movePointer, ghost, expectedAt, draws, settings, command };
}

/**
 * Intersection of the planes; `POINT_MM` is in the coronal plane, 8 mm to the left of the sagittal
 * plane.
 */
const [x, y, z] = positionToMm(volume, position);
const POINT_MM: Vec3 = [x + 8, y, z + 4];

describe('the ghost cursor', () => {
  it('appears at the same tissue in other planes and fades with the distance from the plane', async () => {
    const { movePointer, ghost, expectedAt } = await renderGhost('R', 'SAG');
    await movePointer(POINT_MM);
    expect(ghost()?.at).toBe(expectedAt(POINT_MM));
    // The opacity falls from 1 at 1 mm to 0.25 at 10 mm; the point lies 8 mm from the plane.
    expect(ghost()?.opacity).toBeCloseTo(1 - 0.75 * (7 / 9), 6);
    await movePointer([x, y + 1, z + 4]);
    expect(ghost()).toEqual({ at: expectedAt([x, y + 1, z + 4]), opacity: 1 });
  });

  it('moves once per frame without rendering', async () => {
    const { movePointer, ghost, expectedAt, draws } = await renderGhost('R', 'TRA');
    await movePointer(POINT_MM);
    const initialDraws = draws.length;
    for (let step = 0; step < 50; step++) void movePointer([x + step / 5, y, z]);
    expect(ghost()?.at).toBe(expectedAt(POINT_MM));
    await frameDone();
    expect(ghost()?.at).toBe(expectedAt([x + 49 / 5, y, z]));
    expect(draws).toHaveLength(initialDraws);
  });

  it('is hidden in the view of the pointer, after the pointer left, while drawing and while a popover is open', async () => {
    const { movePointer, ghost, settings } = await renderGhost('R', 'SAG');
    await movePointer(POINT_MM, 'other');
    expect(ghost()).toBeNull();
    await movePointer(POINT_MM);
    expect(ghost()).not.toBeNull();
    await movePointer(POINT_MM, 'cor', true);
    expect(ghost()).toBeNull();
    await movePointer(POINT_MM);
    settings.set({ popover: { cellId: 'cor', kind: 'adjust' } });
    await frameDone();
    expect(ghost()).toBeNull();
    settings.set({ popover: null });
    await frameDone();
    expect(ghost()).not.toBeNull();
    await movePointer(null);
    expect(ghost()).toBeNull();
    await movePointer([x, y, z + 300]);
    expect(ghost()).toBeNull();
  });

  it('appears at the same distance from the nipple in a prior scan while both scans are linked', async () => {
    const { movePointer, ghost, expectedAt, settings } = await renderGhost('prior', 'COR');
    await movePointer(POINT_MM);
    // The nipples are at 2 mm and −6 mm.
    expect(ghost()?.at).toBe(expectedAt([POINT_MM[0] - 8, POINT_MM[1], POINT_MM[2]]));
    settings.set({ linked: false });
    await frameDone();
    expect(ghost()).toBeNull();
  });

  it('is hidden in the other breast', async () => {
    const { movePointer, ghost } = await renderGhost('L', 'COR');
    await movePointer(POINT_MM);
    expect(ghost()).toBeNull();
  });

  it('can be switched off and on', async () => {
    const { movePointer, ghost, command } = await renderGhost('R', 'SAG');
    const { signal } = new AbortController();
    await movePointer(POINT_MM);
    await command.run(undefined, signal);
    await frameDone();
    expect([command.isOn?.(), ghost()]).toEqual([false, null]);
    await command.run(undefined, signal);
    await frameDone();
    expect(command.isOn?.()).toBe(true);
    expect(ghost()).not.toBeNull();
  });
});
