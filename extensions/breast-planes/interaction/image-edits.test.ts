import { describe, expect, it, vi } from 'vitest';
import type { ExtensionContext } from '#core';
import { noticesToken, sessionToken, studyToken, viewStateToken } from '#core';
import { fakePlatform, settle } from '#core/testing';
import {
  imageFrame,
  mmToImage,
  offPlaneMm,
  type PlanePosition,
  positionToMm,
  scannedVolumeGeometry,
} from '#geometry';
import { findingThumbnailsToken } from '../state/findings/finding-thumbnails.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { createReadingState, readingToken } from '../state/volumes/reading-state.ts';
import { moveNippleTo, setNippleAt } from './image-edits.ts';

const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);

const TARGET = { u: 0.6, v: 0.4 };

async function createHarness() {
  const platform = await fakePlatform('PHYSICIAN');
  const { backend, study, notices, session, viewState } = platform;
  await study.open(backend.studyId, backend.scans[0]?.id ?? null);
  const reading = createReadingState();
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [noticesToken, notices],
    [sessionToken, session],
    [viewStateToken, viewState],
    [readingToken, reading],
  ]);
  const use = (token: unknown) => services.get(token);
  const context = { use, tryUse: (token: unknown) => use(token) ?? null } as ExtensionContext;
  const sent = () => backend.server.calls.filter(({ route }) => route === 'setNipple');
  const position = { sag: 0, tra: 0, depth: 12, rad: 0 };
  const frame = imageFrame(volume, 'COR', null, position);
  const imageOf = (scan: unknown, overrides: Partial<ReadyImage> = {}) =>
    ({ scan, volume, position, frame, plane: 'COR', ...overrides }) as ReadyImage;
  const messages = () => notices.store.getState().map(({ text }) => text);
  /** Registers a volume for each scan and a thumbnail renderer that returns the given promise. */
  const withThumbnail = (thumbnail: Promise<string>) => {
    const { sizes } = volume;
    const voxels = new Uint8Array(sizes[0] * sizes[1] * sizes[2]);
    for (const { id } of backend.scans) {
      reading.setVolume(id, { geometry: volume, volume: { id, geometry: volume, voxels } });
    }
    services.set(findingThumbnailsToken, { render: () => thumbnail });
  };
  return { ...platform, context, sent, imageOf, messages, withThumbnail };
}

describe('setting the nipple', () => {
  it('applies to the open scan', async () => {
    const { context, sent, imageOf, backend } = await createHarness();
    setNippleAt(context, imageOf(backend.scans[0]), TARGET);
    await settle();
    expect(sent().map(({ params }) => params.id)).toEqual([backend.scans[0]?.id]);
  });

  it('is rejected on an image of another scan, because the location would be in the wrong breast', async () => {
    const { context, sent, imageOf, backend, messages } = await createHarness();
    setNippleAt(context, imageOf(backend.scans[1]), TARGET);
    await settle();
    expect(sent()).toEqual([]);
    expect(messages()).toEqual(['Open this scan to set its nipple']);
  });

  it('is rejected when the other breast is opened during thumbnail rendering', async () => {
    const { context, sent, imageOf, backend, study, messages, withThumbnail } =
      await createHarness();
    const thumbnail = Promise.withResolvers<string>();
    withThumbnail(thumbnail.promise);
    setNippleAt(context, imageOf(backend.scans[0]), TARGET);
    await study.selectScan(backend.scans[1]?.id ?? '');
    thumbnail.resolve('data:image/jpeg;base64,AAAA');
    await settle();
    expect(sent()).toEqual([]);
    expect(messages().join()).toContain('Open this scan to set its nipple');
  });

  it('succeeds without a thumbnail when rendering fails', async () => {
    const { context, sent, imageOf, backend, withThumbnail } = await createHarness();
    withThumbnail(Promise.reject(new Error('no such chunk')));
    setNippleAt(context, imageOf(backend.scans[0]), TARGET);
    await settle();
    expect(sent().map(({ params }) => params.id)).toEqual([backend.scans[0]?.id]);
  });

  it('is rejected outside the image, which has no location', async () => {
    const { context, sent, imageOf, backend, messages } = await createHarness();
    setNippleAt(context, imageOf(backend.scans[0]), { u: 1.01, v: 0.5 });
    expect(sent()).toEqual([]);
    expect(messages()).toEqual([
      'The nipple can’t be marked here. The nipple location is missing.',
    ]);
  });

  it('is rejected on a raw frame without a number and accepted on a numbered frame', async () => {
    const { context, sent, imageOf, backend, messages } = await createHarness();
    for (const imageNumber of [null, Number.NaN]) {
      setNippleAt(context, imageOf(backend.scans[0], { plane: 'CEN', imageNumber }), TARGET);
    }
    expect(sent()).toEqual([]);
    expect(messages()).toEqual(['The nipple can’t be marked here. The image has no number.']);
    setNippleAt(context, imageOf(backend.scans[0], { plane: 'CEN', imageNumber: 12 }), TARGET);
    await settle();
    expect(sent()).toHaveLength(1);
  });

  it('stays active after a rejected click and ends with the next valid click', async () => {
    const { context, sent, imageOf, backend, viewState } = await createHarness();
    const isPlacing = () => viewState.store.getState().isPlacingNipple;
    viewState.set({ isPlacingNipple: true });
    setNippleAt(context, imageOf(backend.scans[1]), TARGET);
    expect(isPlacing()).toBe(true);
    setNippleAt(context, imageOf(backend.scans[0]), { u: 1.01, v: 0.5 });
    expect(isPlacing()).toBe(true);
    setNippleAt(context, imageOf(backend.scans[0]), TARGET);
    expect(isPlacing()).toBe(false);
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
  });
});

describe('dragging the nipple', () => {
  const nippleLocation = { sag: 4, tra: -6, depth: 3, rad: 0 };
  const nippleMm = positionToMm(volume, nippleLocation);
  const position = { sag: -10, tra: 9, depth: 12, rad: 60 };

  it.each(['COR', 'SAG', 'TRA', 'RAD'] as const)(
    'changes its location within the %s image but not its distance from the image plane',
    async (plane) => {
      const { context, sent, imageOf, backend } = await createHarness();
      const frame = imageFrame(volume, plane, nippleMm, position);
      const scan = { ...backend.scans[0], nippleLocation };
      const overrides = { plane, frame, nippleMm, position };
      moveNippleTo(context, imageOf(scan, overrides), TARGET);
      await vi.waitFor(() => expect(sent()).toHaveLength(1));
      const setMm = positionToMm(volume, sent()[0]?.body as PlanePosition);
      const setPoint = mmToImage(frame, setMm);
      expect(setPoint.u).toBeCloseTo(TARGET.u, 9);
      expect(setPoint.v).toBeCloseTo(TARGET.v, 9);
      expect(offPlaneMm(frame, setMm)).toBeCloseTo(offPlaneMm(frame, nippleMm), 9);
    },
  );

  it('keeps its depth on the coronal plane, whereas a click sets the shown depth', async () => {
    const { context, sent, imageOf, backend } = await createHarness();
    const scan = { ...backend.scans[0], nippleLocation };
    const depth = (call: number) => (sent()[call]?.body as PlanePosition | undefined)?.depth;
    moveNippleTo(context, imageOf(scan, { nippleMm }), TARGET);
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    expect(depth(0)).toBeCloseTo(3, 9);
    setNippleAt(context, imageOf(scan, { nippleMm }), TARGET);
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    expect(depth(1)).toBeCloseTo(12, 9);
  });
});
