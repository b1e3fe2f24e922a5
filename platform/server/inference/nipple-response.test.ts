import { describe, expect, it } from 'vitest';
import { checkNippleResponse } from './nipple-response.ts';

const SIZES = [12, 8, 10] as const;
const valid = { sag: -6, tra: 5, depth: 8, rad: 359.9 };

describe('checkNippleResponse', () => {
  it.each([
    ['a coordinate that is not a number', { ...valid, sag: Number.NaN }],
    ['an infinite depth', { ...valid, depth: Number.POSITIVE_INFINITY }],
    ['a text as a coordinate', { ...valid, tra: '3' }],
    ['a missing coordinate', { sag: 0, tra: 0, depth: 0 }],
    ['no position', null],
    ['a position left of the volume', { ...valid, sag: 6.01 }],
    ['a position above the volume', { ...valid, tra: 5.01 }],
    ['a negative depth', { ...valid, depth: -0.01 }],
    ['a position below the volume', { ...valid, depth: 8.01 }],
    ['an angle of 360°', { ...valid, rad: 360 }],
  ])('rejects a response with %s', (_description, response) => {
    const checked = checkNippleResponse(response, SIZES);
    expect(!checked.ok && checked.problem.code).toBe('NIPPLE_ANSWER_INVALID');
  });

  it('accepts a position on the edge of the volume and drops unknown fields', () => {
    const checked = checkNippleResponse({ ...valid, patient: 'Jane Doe' }, SIZES);
    expect(checked).toEqual({ ok: true, value: valid });
  });
});
