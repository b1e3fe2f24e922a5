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
  it('keeps the order of tabs when layouts are unavailable, and lists layouts without a tab last', () => {
    const layouts = [
      layout('up', '4-up', null, false),
      layout('both', 'Both', 'Only one side'),
      layout('planes', 'Planes'),
    ];
    expect(layoutTabs(layouts, 'planes').map(({ id }) => id)).toEqual(['both', 'planes', 'up']);
    expect(layoutTabs(layouts, 'planes').map(({ shown }) => shown)).toEqual([false, true, false]);
  });

  it('merges layouts of the same title to the hung layout, else to the first available layout', () => {
    const raw = [layout('sweeps', 'Raw', 'Not this kind'), layout('frames', 'Raw')];
    expect(layoutTabs(raw, null)).toMatchObject([{ id: 'frames', shown: false }]);
    const available = [layout('sweeps', 'Raw'), layout('frames', 'Raw')];
    expect(layoutTabs(available, 'frames')).toMatchObject([{ id: 'frames', shown: true }]);
    const unavailable = [layout('sweeps', 'Raw', 'no'), layout('frames', 'Raw', 'no')];
    expect(layoutTabs(unavailable, null)).toMatchObject([
      { id: 'sweeps', unavailableReason: 'no' },
    ]);
  });
});
