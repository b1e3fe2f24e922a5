import { describe, expect, it } from 'vitest';
import { rangeHeader, receiveRange } from './receive-range.ts';

const request = { method: 'GET', url: 'http://localhost/api/file', headers: {} };
const range = { from: 10, to: 14 };
const respondWith = (status: number, bytes: readonly number[], contentRange?: string) => async () =>
  new Response(new Uint8Array(bytes), {
    status,
    headers: contentRange === undefined ? {} : { 'content-range': contentRange },
  });
const receive = (fetcher: typeof fetch, into?: Uint8Array<ArrayBuffer>) =>
  receiveRange(fetcher, request, range, into, undefined);

describe('a range of a file', () => {
  it('is rejected when too short, too long, shifted or the whole file', async () => {
    for (const [fetcher, actual] of [
      [respondWith(206, [1, 2, 3], 'bytes 10-13/99'), '3 bytes'],
      [respondWith(206, [1, 2, 3, 4, 5], 'bytes 10-13/99'), 'more'],
      [respondWith(206, [1, 2, 3, 4], 'bytes 11-14/99'), "'bytes 11-14/99'"],
      [respondWith(206, [1, 2, 3, 4]), "''"],
      [respondWith(200, [1, 2, 3, 4]), 'the whole file'],
    ] as const) {
      expect(await receive(fetcher)).toMatchObject({
        ok: false,
        problem: { code: 'RANGE_NOT_KEPT', detail: `Requested bytes 10–13, received ${actual}.` },
      });
    }
  });

  it("passes on the server's error and a lost connection", async () => {
    expect(await receive(respondWith(404, []))).toMatchObject({ problem: { status: 404 } });
    const broken = async () => {
      throw new TypeError('network');
    };
    expect(await receive(broken)).toMatchObject({ problem: { code: 'OFFLINE' } });
  });

  it("is requested by first and last byte and written to the caller's buffer", async () => {
    expect(rangeHeader(range)).toEqual({ range: 'bytes=10-13' });
    expect(rangeHeader(undefined)).toEqual({});
    const buffer = new Uint8Array(8);
    const result = await receive(
      respondWith(206, [1, 2, 3, 4], 'bytes 10-13/99'),
      buffer.subarray(2, 6),
    );
    expect(result.ok).toBe(true);
    expect([...buffer]).toEqual([0, 0, 1, 2, 3, 4, 0, 0]);
  });
});
