// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type ExtensionContext, type HungImage, studyToken, viewStateToken } from '#core';
import { fakePlatform } from '#core/testing';
import { scannedVolumeGeometry, type VolumePlane } from '#geometry';
import { render, unmountAll } from '#ui/testing';
import type { ViewSize } from '../../model/planes/image-layout.ts';
import { createReadingState, panOf, readingToken } from '../../state/volumes/reading-state.ts';
import { usePlane } from './use-plane.ts';

afterEach(unmountAll);

interface ViewProps {
  readonly context: ExtensionContext;
  readonly image: HungImage;
  readonly plane?: VolumePlane;
  readonly size?: ViewSize;
}

function View({ context, image, plane = 'COR', size }: ViewProps) {
  usePlane(context, image, `cell-${image.scan.id}`, plane, size ?? null);
  return null;
}

it('keeps the findings of a scan loaded while one of its images is shown', async () => {
  const { study, backend, viewState } = await fakePlatform('PHYSICIAN');
  const [target, other] = backend.scans;
  if (target === undefined || other === undefined)
    throw new Error('The fake clinic has fewer than two scans');
  await study.open(backend.studyId, target.id);
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [viewStateToken, viewState],
    [readingToken, createReadingState()],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const image: HungImage = { scan: other, kind: 'VOLUME', file: null };
  const { unmount } = await render(<View context={context} image={image} />);
  expect(Object.keys(study.store.getState().findingsByScan)).toContain(other.id);
  await unmount();
  expect(Object.keys(study.store.getState().findingsByScan)).not.toContain(other.id);
});

it('pans the image to a location near the edge when the location is revealed', async () => {
  const { study, backend, viewState } = await fakePlatform('PHYSICIAN');
  const [scan] = backend.scans;
  if (scan === undefined) throw new Error('The fake clinic has no scan');
  await study.open(backend.studyId, scan.id);
  const reading = createReadingState();
  const geometry = scannedVolumeGeometry([150, 45, 150], [1, 1, 1], 75);
  reading.setVolume(scan.id, { status: 'complete', geometry });
  viewState.setPosition(scan.id, { sag: 0, tra: 44, depth: 20, rad: 0 });
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [viewStateToken, viewState],
    [readingToken, reading],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const image: HungImage = { scan, kind: 'VOLUME', file: null };
  const size = { width: 600, height: 270 };
  const view = <View context={context} image={image} plane="SAG" size={size} />;
  const { unmount } = await render(view);
  const pan = () => panOf(reading.store.getState(), `cell-${scan.id}`).rightMm;
  expect(pan()).toBe(0);
  act(() => reading.revealPosition('another scan'));
  expect(pan()).toBe(0);
  // Head is at the left: 100 of 150 mm are visible, so the image pans by 25 mm.
  act(() => reading.revealPosition(scan.id));
  expect(pan()).toBe(-25);
  // Later panning is not reverted.
  act(() => reading.setPan(`cell-${scan.id}`, { rightMm: 3, downMm: 0 }));
  expect(pan()).toBe(3);
  // A view can be mounted after the request, e.g. the view of the other breast.
  await unmount();
  await render(view);
  expect(pan()).toBe(-25);
});
