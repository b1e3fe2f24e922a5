import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Scan } from '#contracts';
import type { StudyState } from '#core';
import { toDisposable } from '#foundation';
import { scansToList, watchListedScans } from './listed-scans.ts';

const scan = (id: string, side: 'L' | 'R') => ({ id, laterality: { id: side } }) as Scan;
const SCANS = [scan('left', 'L'), scan('right-new', 'R'), scan('right-old', 'R')];

const listed = (targetScanId: string | null) =>
  scansToList({ scans: SCANS, targetScanId }).map(({ id }) => id);

it('lists the target and the newest scan of the other side, right first', () => {
  expect(listed('left')).toEqual(['right-new', 'left']);
  expect(listed('right-old')).toEqual(['right-old', 'left']);
  expect(listed(null)).toEqual([]);
});

it('watches both breasts, follows the target and ends with its owner', () => {
  const store = createStore(
    () => ({ scans: SCANS, targetScanId: 'left' }) as unknown as StudyState,
  );
  const watched: string[] = [];
  const watchScan = (id: string) => {
    watched.push(id);
    // A watch notifies the store's subscribers, like that of the study document.
    store.setState({});
    return toDisposable(() => watched.splice(watched.indexOf(id), 1));
  };
  const watch = watchListedScans({ store, watchScan });
  expect(watched).toEqual(['right-new', 'left']);
  store.setState({ targetScanId: 'right-old' });
  expect(watched.toSorted()).toEqual(['left', 'right-old']);
  store.setState({ targetScanId: null });
  expect(watched).toEqual([]);
  store.setState({ targetScanId: 'left' });
  watch.dispose();
  store.setState({ targetScanId: 'right-old' });
  expect(watched).toEqual([]);
});
