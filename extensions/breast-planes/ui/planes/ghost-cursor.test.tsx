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
import { createLooks, looksToken } from '../../state/views/looks.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { createViewSettings, viewSettingsToken } from '../../state/views/view-settings.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { GhostCursor } from './ghost-cursor.tsx';

afterEach(unmountAll);

const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);
const position: PlanePosition = { sag: 5, tra: -3, depth: 20, rad: 60 };
const view = { width: 400, height: 400 };
const frameDone = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** A view of `plane` in a scan, while the pointer is in the coronal of today's right breast. */
async function beside(of: 'R' | 'L' | 'prior', plane: VolumePlane) {
  const { clinic, study, viewState } = await fakePlatform('PHYSICIAN');
  const sideOf = (id: string) => clinic.scans.find(({ laterality }) => laterality.id === id);
  const location = (sag: number): NippleLocation => ({
    sag,
    tra: 0,
    depth: 2,
    rad: 0,
    setBy: null,
    setAt: '2026-02-03T10:00:00Z',
    thumbnailBase64: null,
  });
  const today = sideOf('R') as Scan;
  clinic.scans.splice(clinic.scans.indexOf(today), 1, { ...today, nippleLocation: location(2) });
  await study.open(clinic.studyId, today.id);
  const prior: Scan = { ...today, id: 'before', studyId: 'old', nippleLocation: location(-6) };
  viewState.set({ priors: [prior] });
  const scan = of === 'R' ? today : of === 'prior' ? prior : (sideOf('L') as Scan);
  const reading = createReadingState();
  for (const { id } of [today, scan]) {
    reading.setVolume(id, { geometry: volume });
    viewState.setPosition(id, position);
  }
  reading.addCell('cor', 'COR', today.id);
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
    [looksToken, createLooks()],
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
  /** Null: nothing is seen. */
  const seen = () =>
    cross?.style.visibility === 'visible'
      ? { at: cross.style.transform, opacity: Number(cross.style.opacity) }
      : null;
  const point = (pointMm: Vec3 | null, cellId = 'cor', busy = false): Promise<unknown> => {
    reading.setHover(pointMm && { scanId: today.id, pointMm, cellId, busy });
    return frameDone();
  };
  const wanted = (placeMm: Vec3) => {
    const { x, y } = toPx(layout, frame, mmToImage(frame, placeMm));
    return `translate(${x}px,${y}px)`;
  };
  const command = ghostCursorCommand({ preferences } as unknown as CommandServices & {
    preferences: Preferences;
  });
  return { point, seen, wanted, draws, settings, command };
}

/** In the coronal, 8 mm to the left of where the sagittal plane stands. */
const [x, y, z] = positionToMm(volume, position);
const PLACE: Vec3 = [x + 8, y, z + 4];

describe('the pointer over one plane', () => {
  it('is shown at the same tissue in the others, fainter the farther it is off them', async () => {
    const { point, seen, wanted } = await beside('R', 'SAG');
    await point(PLACE);
    expect(seen()?.at).toBe(wanted(PLACE));
    expect(seen()?.opacity).toBeCloseTo(1 - 0.75 * (7 / 9), 6);
    await point([x, y + 1, z + 4]);
    expect(seen()).toEqual({ at: wanted([x, y + 1, z + 4]), opacity: 1 });
  });

  it('moves them without drawing anything anew, once a frame', async () => {
    const { point, seen, wanted, draws } = await beside('R', 'TRA');
    await point(PLACE);
    const before = draws.length;
    for (let at = 0; at < 50; at++) void point([x + at / 5, y, z]);
    expect(seen()?.at).toBe(wanted(PLACE));
    await frameDone();
    expect(seen()?.at).toBe(wanted([x + 49 / 5, y, z]));
    expect(draws).toHaveLength(before);
  });

  it('is gone where it is itself, when it leaves, draws, or another popup is open', async () => {
    const { point, seen, settings } = await beside('R', 'SAG');
    await point(PLACE, 'other');
    expect(seen()).toBeNull();
    await point(PLACE);
    expect(seen()).not.toBeNull();
    await point(PLACE, 'cor', true);
    expect(seen()).toBeNull();
    await point(PLACE);
    settings.set({ popover: { cellId: 'cor', kind: 'adjust' } });
    await frameDone();
    expect(seen()).toBeNull();
    settings.set({ popover: null });
    await frameDone();
    expect(seen()).not.toBeNull();
    await point(null);
    expect(seen()).toBeNull();
    await point([x, y, z + 300]);
    expect(seen()).toBeNull();
  });

  it('is shown as far from the nipple in an earlier scan, while the two move together', async () => {
    const { point, seen, wanted, settings } = await beside('prior', 'COR');
    await point(PLACE);
    expect(seen()?.at).toBe(wanted([PLACE[0] - 8, PLACE[1], PLACE[2]]));
    settings.set({ linked: false });
    await frameDone();
    expect(seen()).toBeNull();
  });

  it('is not shown in the other breast', async () => {
    const { point, seen } = await beside('L', 'COR');
    await point(PLACE);
    expect(seen()).toBeNull();
  });

  it('is shown nowhere once it is switched off, and again when it is switched on', async () => {
    const { point, seen, command } = await beside('R', 'SAG');
    const { signal } = new AbortController();
    await point(PLACE);
    await command.run(undefined, signal);
    await frameDone();
    expect([command.isOn?.(), seen()]).toEqual([false, null]);
    await command.run(undefined, signal);
    await frameDone();
    expect(command.isOn?.()).toBe(true);
    expect(seen()).not.toBeNull();
  });
});
