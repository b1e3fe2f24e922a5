import { describe, expect, it } from 'vitest';
import type { ExtensionContext } from '#core';
import { noticesToken, sessionToken, studyToken, viewStateToken } from '#core';
import { fakePlatform } from '#core/testing';
import { scannedVolumeGeometry } from '#geometry';
import type { ReadyPlane } from '../state/ready-image.ts';
import { setNippleAt } from './picture-edits.ts';

const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);

async function room() {
  const platform = await fakePlatform('PHYSICIAN');
  const { clinic, study, notices, session, viewState } = platform;
  await study.open(clinic.studyId, clinic.scans[0]?.id ?? null);
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [noticesToken, notices],
    [sessionToken, session],
    [viewStateToken, viewState],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const sent = () => clinic.server.calls.filter(({ route }) => route === 'setNipple');
  const planeOf = (scan: unknown) => ({ scan, volume }) as ReadyPlane;
  return { ...platform, context, sent, planeOf };
}

describe('setting the nipple', () => {
  it('belongs to the scan that is open', async () => {
    const { context, sent, planeOf, clinic } = await room();
    setNippleAt(context, planeOf(clinic.scans[0]), [4, 0, 6]);
    await Promise.resolve();
    await Promise.resolve();
    expect(sent().map(({ params }) => params.id)).toEqual([clinic.scans[0]?.id]);
  });

  it('is refused on a picture of another scan, whose place would be the wrong breast', async () => {
    const { context, sent, planeOf, clinic, notices } = await room();
    setNippleAt(context, planeOf(clinic.scans[1]), [4, 0, 6]);
    await Promise.resolve();
    await Promise.resolve();
    expect(sent()).toEqual([]);
    expect(notices.store.getState().map(({ text }) => text)).toEqual([
      'Open this scan to set its nipple',
    ]);
  });
});
