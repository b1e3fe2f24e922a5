import { describe, expect, it } from 'vitest';
import { checkNippleResponse } from './nipple-response.ts';

const SIZES = [12, 8, 10] as const;
const right = { sag: -6, tra: 5, depth: 8, rad: 359.9 };

describe('checkNippleResponse', () => {
  it.each([
    ['no number', { ...right, sag: Number.NaN }],
    ['endless', { ...right, depth: Number.POSITIVE_INFINITY }],
    ['a word', { ...right, tra: '3' }],
    ['incomplete', { sag: 0, tra: 0, depth: 0 }],
    ['nothing', null],
    ['left of the volume', { ...right, sag: 6.01 }],
    ['above the head end', { ...right, tra: 5.01 }],
    ['before the skin', { ...right, depth: -0.01 }],
    ['below the volume', { ...right, depth: 8.01 }],
    ['a full turn', { ...right, rad: 360 }],
  ])('rejects a response that is %s', (_description, response) => {
    const checked = checkNippleResponse(response, SIZES);
    expect(!checked.ok && checked.problem.code).toBe('NIPPLE_ANSWER_INVALID');
  });

  it('accepts a position on the edge of the volume and drops unknown fields', () => {
    const checked = checkNippleResponse({ ...right, patient: 'Jane Doe' }, SIZES);
    expect(checked).toEqual({ ok: true, value: right });
  });
});
