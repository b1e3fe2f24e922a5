import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Clicks } from './image-view.ts';
import { openNodeSession } from './open-node-session.ts';
import { openWebSession } from './open-web-session.ts';
import { lesionAt, segmentFrame } from './segment-frame.ts';
import type { SegmenterSession } from './segmenter-session.ts';
import { discImage, testCard } from './test-support/disc-image.ts';
import { tinyModel } from './test-support/tiny-model.ts';

const WASM = 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm';
const clickAt = (x: number, y: number): Clicks => ({ inside: [{ x, y }], outside: [] });
const session = await openNodeSession(tinyModel());
const disc = discImage(300, 220, { x: 120, y: 100 }, 40);
const model = { session, card: testCard };

afterAll(() => session.dispose());

/** Records how many views each run got. */
function countingSession(): { readonly counts: number[]; readonly session: SegmenterSession } {
  const counts: number[] = [];
  const run: SegmenterSession['run'] = (inputs, count) => {
    counts.push(count);
    return session.run(inputs, count);
  };
  return { counts, session: { run, dispose: async () => undefined } };
}

describe('the segmentation of an image', () => {
  it('outlines the clicked lesion in image pixels', async () => {
    const result = await segmentFrame(disc, { clicks: clickAt(120, 100) }, model);
    if (!result.ok) throw new Error(result.problem.detail);
    const { lesion } = result.value;
    expect(lesion.areaPx / (Math.PI * 40 ** 2)).toBeCloseTo(1, 1);
    expect(lesion.score).toBeGreaterThan(0.5);
    for (const { x, y } of lesion.outline) {
      expect(Math.abs(Math.hypot(x - 120, y - 100) - 40)).toBeLessThan(3);
    }
  });

  it('looks at the whole image and then closer, or at once closer when a box is given', async () => {
    const clicked = countingSession();
    await segmentFrame(disc, { clicks: clickAt(120, 100) }, { ...model, ...clicked });
    expect(clicked.counts).toEqual([2, 4]);
    const boxed = countingSession();
    const box = { left: 80, top: 60, right: 160, bottom: 140 };
    await segmentFrame(disc, { clicks: clickAt(120, 100), box }, { ...model, ...boxed });
    expect(boxed.counts).toEqual([4, 4]);
  });

  it('shrinks where a click outside is added and grows with a lower threshold', async () => {
    const plain = await segmentFrame(disc, { clicks: clickAt(120, 100) }, model);
    const clicks = { ...clickAt(120, 100), outside: [{ x: 150, y: 100 }] };
    const adjusted = await segmentFrame(disc, { clicks }, model);
    if (!plain.ok || !adjusted.ok) throw new Error('Expected two results');
    expect(adjusted.value.lesion.areaPx).toBeLessThan(plain.value.lesion.areaPx);
    const lower = lesionAt(plain.value.probability, clickAt(120, 100), 0.3);
    expect(lower.areaPx).toBeGreaterThan(plain.value.lesion.areaPx);
  });

  it.each([
    ['a coloured image', { ...disc, colourShare: 0.2 }, '20 % of the image is coloured'],
    ['a small image', discImage(60, 60, { x: 30, y: 30 }, 10), '60 × 60 pixels'],
    ['an even image', discImage(300, 220, { x: 120, y: 100 }, 400), 'Mean grey value|Standard'],
    ['an image of numbers that are not finite', withNaN(), 'grey value'],
  ])('rejects %s as outside the model’s domain', async (_name, image, detail) => {
    const result = await segmentFrame(image, { clicks: clickAt(30, 30) }, model);
    expect(result).toMatchObject({ ok: false, problem: { code: 'OUTSIDE_MODEL_DOMAIN' } });
    expect(result.ok ? '' : result.problem.detail).toMatch(new RegExp(detail));
  });

  it('says so when the model finds nothing', async () => {
    const nothing: SegmenterSession = {
      run: async (_inputs, count) => new Float32Array(count * 128 * 128).fill(-9),
      dispose: async () => undefined,
    };
    const prompt = { clicks: clickAt(120, 100) };
    const result = await segmentFrame(disc, prompt, { session: nothing, card: testCard });
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'OUTSIDE_MODEL_DOMAIN', detail: 'The model finds no lesion at this point.' },
    });
  });

  it('rejects a click outside the image and reports a failed runtime', async () => {
    const outside = await segmentFrame(disc, { clicks: clickAt(301, 5) }, model);
    expect(outside).toMatchObject({ ok: false, problem: { code: 'CLICK_OUTSIDE_IMAGE' } });
    const broken: SegmenterSession = {
      run: async () => Promise.reject(new Error('out of memory')),
      dispose: async () => undefined,
    };
    const prompt = { clicks: clickAt(120, 100) };
    const failed = await segmentFrame(disc, prompt, { session: broken, card: testCard });
    expect(failed).toMatchObject({
      ok: false,
      problem: { code: 'SEGMENTER_FAILED', detail: 'out of memory' },
    });
  });
});

describe('the runtimes for Node and for browsers', () => {
  it('give the same logits', async () => {
    const bytes = readFileSync(WASM);
    const wasm = Uint8Array.from(bytes).buffer;
    const web = await openWebSession(tinyModel(), wasm);
    const inputs = Float32Array.from(
      { length: 2 * 3 * 128 * 128 },
      (_, i) => ((i * 37) % 101) / 50,
    );
    const [inNode, inWeb] = await Promise.all([session.run(inputs, 2), web.run(inputs, 2)]);
    expect(inNode).toHaveLength(2 * 128 * 128);
    const difference = Math.max(...inNode.map((value, i) => Math.abs(value - (inWeb[i] ?? 0))));
    expect(difference).toBeLessThanOrEqual(1e-5);
    await web.dispose();
  });

  it('reject bytes that are no model', async () => {
    await expect(openNodeSession(new Uint8Array(8))).rejects.toThrow();
  });
});

function withNaN() {
  const grey = Float32Array.from(disc.image.grey).fill(Number.NaN, 5000, 30_000);
  return { image: { ...disc.image, grey }, colourShare: 0 };
}
