import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TAR_END, tarHeader, tarPadding } from './tar.ts';

describe('a tar archive', () => {
  it('is unpacked by tar with all bytes, without owner and time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockface-tar-'));
    try {
      const contents = [Buffer.from(''), Buffer.alloc(512, 7), Buffer.alloc(1300, 9)];
      const parts = contents.flatMap((bytes, idx) => [
        tarHeader(`masks/${idx}`, bytes.length),
        bytes,
        tarPadding(bytes.length),
      ]);
      const archive = join(folder, 'a.tar');
      writeFileSync(archive, Buffer.concat([...parts, TAR_END]));
      execFileSync('tar', ['-xf', archive, '-C', folder]);
      for (const [idx, bytes] of contents.entries())
        expect(readFileSync(join(folder, 'masks', String(idx))).equals(bytes)).toBe(true);
      const listed = execFileSync('tar', ['-tvf', archive], { env: { TZ: 'UTC' } }).toString();
      expect(listed).toContain('1970');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('rejects names and sizes beyond the format', () => {
    expect(() => tarHeader('x'.repeat(101), 1)).toThrow(RangeError);
    expect(() => tarHeader('x', 8 * 1024 ** 3)).toThrow(RangeError);
  });
});
