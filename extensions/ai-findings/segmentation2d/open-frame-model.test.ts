import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFrameModel } from './open-frame-model.ts';
import { openNodeSession } from './open-node-session.ts';
import { testCard } from './test-support/disc-image.ts';
import { tinyModel } from './test-support/tiny-model.ts';

const WEIGHTS = new URL('./weights/', import.meta.url);
const readText = (name: string): string => readFileSync(new URL(name, WEIGHTS), 'utf8');
const card: Readonly<Record<string, unknown>> = JSON.parse(readText('segmenter2d.json'));
const bytes = Uint8Array.from(readFileSync(new URL('segmenter2d.onnx', WEIGHTS)));

describe('the committed 2D segmenter', () => {
  it('has the hash of its card and opens', async () => {
    const opened = await openFrameModel(card, bytes, openNodeSession);
    if (!opened.ok) throw new Error(opened.problem.detail);
    const logits = await opened.value.session.run(new Float32Array(3 * 128 * 128), 1);
    expect(logits).toHaveLength(128 * 128);
    expect(logits.every(Number.isFinite)).toBe(true);
    await opened.value.session.dispose();
  });

  it('has a card for people with citation, hashes, use and limits', () => {
    const text = readText('segmenter2d.md');
    for (const part of [
      card.version,
      card.weightsSha256,
      card.splitSha256,
      'Data in Brief 28 (2020) 104863',
      'research only',
      'Public 2D images, not this scanner',
      '## Limits',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('is at most 4 MB, since browsers load it', () => {
    expect(bytes.length).toBeLessThan(4_000_000);
  });
});

describe('opening a model', () => {
  it('rejects bytes that do not have the hash of the card', async () => {
    const result = await openFrameModel(testCard, Uint8Array.from(tinyModel()), openNodeSession);
    expect(result).toMatchObject({ ok: false, problem: { code: 'SEGMENTER_INVALID' } });
    expect(result.ok ? '' : result.problem.detail).toContain(testCard.weightsSha256);
  });

  it('rejects a card with missing or unknown fields', async () => {
    const { threshold: _threshold, ...rest } = testCard;
    for (const wrong of [rest, { ...testCard, extra: 1 }, null]) {
      const result = await openFrameModel(wrong, bytes, openNodeSession);
      expect(result).toMatchObject({ ok: false, problem: { code: 'SEGMENTER_INVALID' } });
    }
  });
});
