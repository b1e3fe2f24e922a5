import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '#contracts';
import { unwrap } from '#foundation';
import { matchMissingFiles } from './missing-files.ts';

const AT = '2026-11-20T10:31:00Z';
const info = (
  name: string,
  bytes: string,
  storedAt: string | null,
): Attachment['filesInfo'][0] => ({
  name,
  checksum: createHash('sha256').update(bytes).digest('hex'),
  storedAt,
  byteLength: null,
  storagePath: null,
  quarantinedAt: null,
});
const ATTACHMENT = {
  filesInfo: [info('a.pdf', 'A', AT), info('b.pdf', 'B', null), info('c.pdf', 'B', null)],
};
const file = (name: string, bytes: string): File => new File([bytes], name);
const findMatches = async (...files: readonly File[]) => {
  const { matches, unmatchedNames } = unwrap(await matchMissingFiles(ATTACHMENT, files));
  return { matches: matches.map(({ name }) => name), unmatchedNames };
};

describe('files that an attachment still misses', () => {
  it('are matched by their bytes, whatever their current name', async () => {
    expect(await findMatches(file('renamed.pdf', 'B'))).toEqual({
      matches: ['b.pdf'],
      unmatchedNames: [],
    });
  });

  it('include neither stored files nor other files of the same name', async () => {
    expect(await findMatches(file('a.pdf', 'A'), file('b.pdf', 'other'))).toEqual({
      matches: [],
      unmatchedNames: ['a.pdf', 'b.pdf'],
    });
  });

  it('are each matched once, even when two have the same bytes', async () => {
    const copies = [file('1.pdf', 'B'), file('2.pdf', 'B'), file('3.pdf', 'B')];
    expect(await findMatches(...copies)).toEqual({
      matches: ['b.pdf', 'c.pdf'],
      unmatchedNames: ['3.pdf'],
    });
  });
});
