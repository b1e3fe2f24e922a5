import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packetLengthGuard } from './packet-length-guard.ts';

/** Builds a PUBLISH packet with a declared body of `length` bytes, of which `sent` bytes follow. */
function packet(length: number, sent = length): Uint8Array {
  // Seven bits per byte, lowest first; the highest bit is set while more bytes follow.
  const digits: number[] = [];
  let rest = length;
  do {
    const digit = rest % 128;
    rest = Math.floor(rest / 128);
    digits.push(rest > 0 ? digit | 0x80 : digit);
  } while (rest > 0);
  return Uint8Array.from([0x30, ...digits, ...new Array<number>(sent).fill(0xff)]);
}

describe('packetLengthGuard', () => {
  it('accepts packets within the limit, however they are split into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }),
        (lengths, chunkSizes) => {
          const bytes = Buffer.concat(lengths.map((length) => packet(length)));
          const guard = packetLengthGuard(300);
          let start = 0;
          for (let chunk = 0; start < bytes.length; chunk++) {
            const size = chunkSizes[chunk % chunkSizes.length] ?? 1;
            expect(guard(bytes.subarray(start, start + size))).toBe(true);
            start += size;
          }
        },
      ),
    );
  });

  it('rejects a packet by its declared length, before its body arrives', () => {
    expect(packetLengthGuard(300)(packet(301, 0))).toBe(false);
    expect(packetLengthGuard(300)(packet(256 * 1024 * 1024 - 1, 0))).toBe(false);
    const guard = packetLengthGuard(300);
    expect(guard(Buffer.concat([packet(300), packet(2)]))).toBe(true);
    expect(guard(packet(400, 0))).toBe(false);
  });

  it('rejects an unterminated length', () => {
    expect(packetLengthGuard(300)(Uint8Array.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(
      false,
    );
  });
});
