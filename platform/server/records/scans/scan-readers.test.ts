import { describe, expect, it } from 'vitest';
import { READER_SECONDS } from '#contracts';
import { fakeClock } from '#testing';
import { MOST_TABS, ScanReaders } from './scan-readers.ts';

const says = (accountId: string, tab: string, leaves = false) => ({
  accountId,
  name: accountId,
  place: null,
  tab,
  leaves,
});

function room() {
  const clock = fakeClock();
  const readers = new ScanReaders(clock);
  return { clock, readers };
}

describe('who has a scan open', () => {
  it('tells the others of whoever comes and goes, and nobody of themselves', () => {
    const { readers } = room();
    expect(readers.attend('o', 's', says('ann', '1'))).toBe(true);
    expect(readers.attend('o', 's', says('ann', '2'))).toBe(false);
    expect(readers.others('o', 's', 'ann')).toEqual([]);
    expect(readers.others('o', 's', 'ben').map(({ name }) => name)).toEqual(['ann']);
    expect(readers.attend('o', 's', says('ann', '1', true))).toBe(false);
    expect(readers.attend('o', 's', says('ann', '2', true))).toBe(true);
    expect(readers.others('o', 's', 'ben')).toEqual([]);
  });

  it('forgets scans that nobody asks for again, once their readers are silent', () => {
    const { clock, readers } = room();
    for (let scan = 0; scan < 50; scan++) readers.attend('o', `s${scan}`, says('ann', '1'));
    expect(readers.size).toBe(50);
    clock.advance(READER_SECONDS * 1000 + 1);
    readers.attend('o', 'other', says('ben', '1'));
    expect(readers.size).toBe(1);
  });

  it('keeps a few tabs of one account on a scan, the latest', () => {
    const { readers } = room();
    for (let tab = 0; tab < 5 * MOST_TABS; tab++) readers.attend('o', 's', says('ann', `t${tab}`));
    expect(readers.size).toBe(MOST_TABS);
    expect(readers.others('o', 's', 'ben')).toHaveLength(1);
  });

  it('lets nobody take another account’s place by the name of its tab', () => {
    const { readers } = room();
    readers.attend('o', 's', says('ann', '1'));
    readers.attend('o', 's', says('ben', '1'));
    readers.attend('o', 's', says('ben', '1', true));
    expect(readers.others('o', 's', 'eva').map(({ name }) => name)).toEqual(['ann']);
  });
});
