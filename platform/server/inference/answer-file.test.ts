import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ANSWER_BYTES, readAnswer, writeAnswer } from './answer-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-answer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the answer of a model process', () => {
  it('keeps numbers that JSON lacks, and contains bytes in base64', async () => {
    const answer = { at: [Number.NaN, Number.NEGATIVE_INFINITY, 1.5], voxels: Uint8Array.of(1, 0) };
    await writeAnswer(folder, { kind: 'answer', answer });
    expect(await readAnswer(folder)).toEqual({
      kind: 'answer',
      answer: { at: [Number.NaN, Number.NEGATIVE_INFINITY, 1.5], voxels: 'AQA=' },
    });
  });

  it('is named as missing, too large, invalid or a link', async () => {
    expect(await readAnswer(folder)).toBe('It ended without an answer');
    const file = join(folder, 'answer.json');
    writeFileSync(file, '{"kind":"other"}');
    expect(await readAnswer(folder)).toBe('Its answer is not valid');
    writeFileSync(file, '{');
    expect(await readAnswer(folder)).toBe('Its answer is not valid');
    truncateSync(file, MAX_ANSWER_BYTES + 1);
    expect(await readAnswer(folder)).toBe('Its answer is larger than 16 MiB');
    rmSync(file);
    symlinkSync('/dev/zero', file);
    expect(await readAnswer(folder)).toBe('It ended without an answer');
  });
});
