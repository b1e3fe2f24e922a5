import { describe, expect, it } from 'vitest';
import type { DrawnPoints } from '#core';
import { fail, ok, problem, type Result } from '#foundation';
import { imageFrame, mmToImage, mmToPosition, scannedVolumeGeometry, type Vec3 } from '#geometry';
import type { Segmentation, SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import { makeMask } from '../model/segmentation/voxel-mask.ts';
import { createSegmentationSession, type VolumeSegmenter } from './segmentation-session.ts';

const geometry = scannedVolumeGeometry([100, 40, 100], [1, 1, 1], 45);
const CENTRE: Vec3 = [5, 20, -5];
const RADIUS_MM = 4;
const REFUSED = problem('LESION_NOT_FOUND', 'No border', '', '');

/** A ball of 4 mm around the seed or 3 mm when the border is moved inwards. */
function ballAt(centreMm: Vec3, radiusMm: number): Segmentation {
  const grid = {
    sizes: [21, 21, 21],
    spacingMm: [0.5, 0.5, 0.5],
    originMm: [centreMm[0] - 5, centreMm[1] - 5, centreMm[2] - 5],
  } as const;
  const isInside = ([x, y, z]: Vec3): boolean =>
    Math.hypot(x - centreMm[0], y - centreMm[1], z - centreMm[2]) <= radiusMm;
  const axesMm = [2 * radiusMm, 2 * radiusMm, 2 * radiusMm] as const;
  return {
    mask: makeMask(grid, isInside),
    volumeMm3: 268,
    axesMm,
    basis: { kind: 'levels', contrastDb: 8 },
  };
}

const at = (...pointsMm: readonly Vec3[]): DrawnPoints => {
  const position = mmToPosition(geometry, null, pointsMm[0] ?? CENTRE, 0);
  const frame = imageFrame(geometry, 'COR', null, position);
  const points = pointsMm.map((mm) => mmToImage(frame, mm));
  return { scanId: 'scan', plane: 'COR', frame, position, points };
};

/** A session whose segmenter draws balls; `prompts` records what it was asked. */
function aSession(
  answer?: (prompt: SegmentationPrompt, signal: AbortSignal) => Promise<Result<Segmentation>>,
) {
  const prompts: SegmentationPrompt[] = [];
  let opened = 0;
  const segmenter: VolumeSegmenter = {
    fileId: 'file',
    geometry,
    segment(prompt, signal) {
      prompts.push(prompt);
      if (answer !== undefined) return answer(prompt, signal);
      const { seed } = prompt;
      const centre = 'centreMm' in seed ? seed.centreMm : CENTRE;
      return Promise.resolve(ok(ballAt(centre, prompt.thresholdShift < 0 ? 3 : RADIUS_MM)));
    },
    dispose: () => undefined,
  };
  const files = ['file'];
  let disposed = 0;
  const session = createSegmentationSession(async (_scanId, _signal, current) => {
    const fileId = files.at(-1) ?? '';
    if (current?.fileId === fileId) return ok(current);
    opened += 1;
    return ok({
      ...segmenter,
      fileId,
      dispose() {
        disposed += 1;
      },
    });
  });
  return {
    session,
    prompts,
    files,
    opened: () => opened,
    disposed: () => disposed,
    state: () => session.store.getState(),
  };
}

describe('a segmentation', () => {
  it('starts at a click, a box or a diameter, in millimetres of the patient', async () => {
    const { session, prompts } = aSession();
    await session.draw(at(CENTRE));
    await session.draw(at([-4, 20, -9], [6, 20, 3]));
    await session.draw(at([-4, 20, -9], [6, 20, -9]));
    const [click, box, diameter] = prompts.map(({ seed }) => seed);
    const near = (value: number) => expect.closeTo(value, 6);
    expect(click).toEqual({ centreMm: CENTRE.map(near) });
    expect(box).toEqual({
      boxMm: { min: [-4, 15.6, -9].map(near), max: [6, 24.4, 3].map(near) },
    });
    expect(diameter).toEqual({ centreMm: [1, 20, -9].map(near), radiusMm: near(5) });
  });

  it('opens the volume once, and shows sizes of the result', async () => {
    const { session, opened, state } = aSession();
    await session.draw(at(CENTRE));
    await session.draw(at([30, 20, 30]));
    expect(opened()).toBe(1);
    expect(state()).toMatchObject({
      status: 'shown',
      lesion: { fileId: 'file', scanId: 'scan', segmentation: { axesMm: [8, 8, 8] } },
    });
  });

  it('reads a volume that was reconstructed since for a new lesion, not for a correction', async () => {
    const { session, files, opened, disposed, state } = aSession();
    await session.draw(at(CENTRE));
    files.push('newer');
    await session.draw(at([CENTRE[0] + 7, 20, CENTRE[2]]));
    expect([opened(), state().lesion?.fileId]).toEqual([1, 'file']);
    await session.draw(at([30, 20, 30]));
    expect([opened(), disposed(), state().lesion?.fileId]).toEqual([2, 1, 'newer']);
  });

  it('frees the volume when nothing is shown, and opens it again', async () => {
    const { session, opened, disposed, state } = aSession();
    await session.draw(at(CENTRE));
    session.release();
    expect([disposed(), state().status]).toEqual([0, 'shown']);
    session.discard();
    session.release();
    expect(disposed()).toBe(1);
    await session.draw(at(CENTRE));
    expect([opened(), state().status]).toEqual([2, 'shown']);
  });

  it('adds tissue by a click outside the outline and removes it by a click inside', async () => {
    const { session, prompts } = aSession();
    await session.draw(at(CENTRE));
    await session.draw(at([CENTRE[0] + 7, 20, CENTRE[2]]));
    await session.draw(at([CENTRE[0] + 2, 20, CENTRE[2]]));
    expect(prompts.at(-1)?.points.map(({ inside }) => inside)).toEqual([true, false]);
    expect(prompts.at(-1)?.seed).toEqual(prompts[0]?.seed);
    expect(prompts.map(({ corrects }) => corrects)).toEqual([null, 'levels', 'levels']);
  });

  it('aborts the computation of a cancelled prompt', async () => {
    const signals: AbortSignal[] = [];
    const { session, state } = aSession((_, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    void session.draw(at(CENTRE));
    await expect.poll(() => signals.length).toBe(1);
    expect(signals[0]?.aborted).toBe(false);
    session.cancel();
    expect([signals[0]?.aborted, state().status]).toEqual([true, 'none']);
  });

  it('starts again by a click far from the outline', async () => {
    const { session, prompts } = aSession();
    await session.draw(at(CENTRE));
    await session.draw(at([CENTRE[0] + 30, 20, CENTRE[2]]));
    expect(prompts.at(-1)).toMatchObject({ points: [], thresholdShift: 0 });
  });

  it('keeps seed and clicks when the border moves, and returns to the result before a click', async () => {
    const { session, prompts, state } = aSession();
    await session.draw(at(CENTRE));
    await session.draw(at([CENTRE[0] + 7, 20, CENTRE[2]]));
    await session.setThresholdShift(-2);
    expect(prompts.at(-1)).toMatchObject({ thresholdShift: -2, points: [{ inside: true }] });
    expect(state().lesion?.segmentation.axesMm).toEqual([6, 6, 6]);
    expect(session.canUndo).toBe(true);
    session.undo();
    expect(state().lesion?.prompt).toEqual(prompts[0]);
    expect(session.canUndo).toBe(false);
  });

  it('that fails keeps the shown result beside the reason', async () => {
    let fails = false;
    const { session, state } = aSession(async ({ seed }) =>
      fails || !('centreMm' in seed) ? fail(REFUSED) : ok(ballAt(seed.centreMm, RADIUS_MM)),
    );
    await session.draw(at(CENTRE));
    const before = state().lesion;
    fails = true;
    await session.draw(at([30, 20, 30]));
    expect(state()).toEqual({ status: 'shown', lesion: before, problem: REFUSED });
  });

  it('that was cancelled or replaced does not arrive later', async () => {
    const responses: ((result: Result<Segmentation>) => void)[] = [];
    const { session, state } = aSession(() => new Promise((resolve) => responses.push(resolve)));
    const first = session.draw(at(CENTRE));
    await expect.poll(() => responses.length).toBe(1);
    session.cancel();
    responses[0]?.(ok(ballAt(CENTRE, RADIUS_MM)));
    await first;
    expect(state()).toEqual({ status: 'none', lesion: null, problem: null });
    const second = session.draw(at([30, 20, 30]));
    await expect.poll(() => responses.length).toBe(2);
    const third = session.draw(at([-20, 20, 10]));
    await expect.poll(() => responses.length).toBe(3);
    responses[1]?.(ok(ballAt([30, 20, 30], RADIUS_MM)));
    responses[2]?.(ok(ballAt([-20, 20, 10], RADIUS_MM)));
    await Promise.all([second, third]);
    expect(state().lesion?.prompt.seed).toMatchObject({
      centreMm: [-20, 20, 10].map((mm) => expect.closeTo(mm, 6)),
    });
  });
});
