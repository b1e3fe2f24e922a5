import { describe, expect, it } from 'vitest';
import { layoutTabs } from './layout-tabs.ts';

const layout = (
  id: string,
  title: string,
  unavailableReason: string | null = null,
  tab = true,
) => ({
  id,
  title,
  unavailableReason,
  tab,
});

describe('layoutTabs', () => {
  it('keeps order and numbers of tabs whatever can be hung, layouts without a tab last', () => {
    const all = [
      layout('up', '4-up', null, false),
      layout('both', 'Both', 'Only one side'),
      layout('planes', 'Planes'),
    ];
    expect(layoutTabs(all, 'planes').map(({ id }) => id)).toEqual(['both', 'planes', 'up']);
    expect(layoutTabs(all, 'planes').map(({ shown }) => shown)).toEqual([false, true, false]);
  });

  it('merges layouts of one title: the hung layout, else the first available', () => {
    const raw = [layout('sweeps', 'Raw', 'Not this kind'), layout('frames', 'Raw')];
    expect(layoutTabs(raw, null)).toMatchObject([{ id: 'frames', shown: false }]);
    const both = [layout('sweeps', 'Raw'), layout('frames', 'Raw')];
    expect(layoutTabs(both, 'frames')).toMatchObject([{ id: 'frames', shown: true }]);
    const none = [layout('sweeps', 'Raw', 'no'), layout('frames', 'Raw', 'no')];
    expect(layoutTabs(none, null)).toMatchObject([{ id: 'sweeps', unavailableReason: 'no' }]);
  });
});
