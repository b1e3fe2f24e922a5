import { describe, expect, it } from 'vitest';
import { READER_SECONDS } from '#contracts';
import { fakeClock } from '#testing';
import { MAX_TABS, ScanReaders } from './scan-readers.ts';

const presence = (accountId: string, tab: string, leaves = false) => ({
  accountId,
  name: accountId,
  place: null,
  tab,
  leaves,
});

function setup() {
  const clock = fakeClock();
  const readers = new ScanReaders(clock);
  return { clock, readers };
}

describe('ScanReaders', () => {
  it('lists other readers as they come and go, never the caller', () => {
    const { readers } = setup();
    // `report` returns whether the set of readers has changed.
    expect(readers.report('o', 's', presence('ann', '1'))).toBe(true);
    expect(readers.report('o', 's', presence('ann', '2'))).toBe(false);
    expect(readers.others('o', 's', 'ann')).toEqual([]);
    expect(readers.others('o', 's', 'ben').map(({ name }) => name)).toEqual(['ann']);
    expect(readers.report('o', 's', presence('ann', '1', true))).toBe(false);
    expect(readers.report('o', 's', presence('ann', '2', true))).toBe(true);
    expect(readers.others('o', 's', 'ben')).toEqual([]);
  });

  it('purges scans without recent reports', () => {
    const { clock, readers } = setup();
    for (let scan = 0; scan < 50; scan++) readers.report('o', `s${scan}`, presence('ann', '1'));
    expect(readers.size).toBe(50);
    clock.advance(READER_SECONDS * 1000 + 1);
    readers.report('o', 'other', presence('ben', '1'));
    expect(readers.size).toBe(1);
  });

  it('limits the tabs of an account on a scan', () => {
    const { readers } = setup();
    for (let tab = 0; tab < 5 * MAX_TABS; tab++)
      readers.report('o', 's', presence('ann', `t${tab}`));
    expect(readers.size).toBe(MAX_TABS);
    expect(readers.others('o', 's', 'ben')).toHaveLength(1);
  });

  it('separates equal tab names of different accounts', () => {
    const { readers } = setup();
    readers.report('o', 's', presence('ann', '1'));
    readers.report('o', 's', presence('ben', '1'));
    readers.report('o', 's', presence('ben', '1', true));
    expect(readers.others('o', 's', 'eva').map(({ name }) => name)).toEqual(['ann']);
  });
});
