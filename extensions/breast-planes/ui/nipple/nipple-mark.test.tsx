// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#contracts';
import {
  type ExtensionContext,
  noticesToken,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { fakePlatform } from '#core/testing';
import {
  imageFrame,
  mmToImage,
  offPlaneMm,
  type PlanePosition,
  positionToMm,
  scannedVolumeGeometry,
  VOLUME_PLANES,
  type VolumePlane,
} from '#geometry';
import { render, unmountAll } from '#ui/testing';
import { fromPx, layoutImage, toPx } from '../../model/planes/image-layout.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { NippleMark } from './nipple-mark.tsx';

afterEach(unmountAll);

const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);
const NIPPLE = { sag: 4, tra: -6, depth: 8, rad: 0 };
const nippleMm = positionToMm(volume, NIPPLE);
const position: PlanePosition = { sag: -10, tra: 9, depth: 12, rad: 60 };
const view = { width: 600, height: 400 };

async function renderMark(plane: VolumePlane, role: Role = 'PHYSICIAN') {
  const { backend, study, notices, session, viewState } = await fakePlatform(role);
  await study.open(backend.studyId, backend.scans[0]?.id ?? null);
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [noticesToken, notices],
    [sessionToken, session],
    [viewStateToken, viewState],
    [readingToken, createReadingState()],
  ]);
  const use = (token: unknown) => services.get(token);
  const context = { use, tryUse: (token: unknown) => use(token) ?? null } as ExtensionContext;
  const frame = imageFrame(volume, plane, nippleMm, position);
  const layout = layoutImage(frame, view, 6, { rightMm: 0, downMm: 0 });
  const scan = { ...backend.scans[0], nippleLocation: NIPPLE };
  const ready = { plane, scan, volume, nippleMm, position, frame, layout, view };
  const { host } = await render(
    <svg>
      <title>A plane</title>
      <NippleMark context={context} ready={ready as unknown as ReadyPlane} />
    </svg>,
  );
  const handle = host.querySelector('[data-testid=nipple-handle]');
  const sent = () => backend.server.calls.filter(({ route }) => route === 'setNipple');
  const pointer = (kind: string, x: number, y: number): void => {
    const event = new MouseEvent(kind, { bubbles: true, clientX: x, clientY: y, button: 0 });
    if (handle !== null) Object.assign(handle, { setPointerCapture: () => undefined });
    act(() => void handle?.dispatchEvent(event));
  };
  const isDragging = () => host.querySelector('[data-dragging=true]') !== null;
  return { handle, sent, pointer, isDragging, frame, layout };
}

describe.each(VOLUME_PLANES)('the nipple in %s', (plane) => {
  it('can’t be dragged by a role that may not set the nipple', async () => {
    expect((await renderMark(plane, 'VIEWER')).handle).toBeNull();
  });

  it('stays in place when pressed without movement', async () => {
    const { pointer, sent, isDragging } = await renderMark(plane);
    pointer('pointerdown', 100, 100);
    pointer('pointermove', 101, 101);
    expect(isDragging()).toBe(false);
    pointer('pointerup', 101, 101);
    expect(sent()).toHaveLength(0);
  });

  it('moves by exactly the pointer movement within the image, wherever the nipple mark was pressed', async () => {
    const { pointer, sent, isDragging, frame, layout } = await renderMark(plane);
    pointer('pointerdown', 100, 100);
    pointer('pointermove', 115, 110);
    expect(isDragging()).toBe(true);
    pointer('pointerup', 124, 118);
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    const setMm = positionToMm(volume, sent()[0]?.body as PlanePosition);
    const start = toPx(layout, frame, mmToImage(frame, nippleMm));
    const expected = fromPx(layout, frame, { x: start.x + 24, y: start.y + 18 });
    const actual = mmToImage(frame, setMm);
    expect(actual.u).toBeCloseTo(expected.u, 6);
    expect(actual.v).toBeCloseTo(expected.v, 6);
    expect(offPlaneMm(frame, setMm)).toBeCloseTo(offPlaneMm(frame, nippleMm), 6);
  });
});
