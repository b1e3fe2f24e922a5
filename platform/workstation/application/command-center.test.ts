import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { KeyLayout } from '../keyboard/key-text.ts';
import { createCommandCenter } from './command-center.ts';

const createCenter = () => createCommandCenter(createStore<KeyLayout>(() => new Map()));
const titles = (center: ReturnType<typeof createCenter>) =>
  center.pageActions.getState().map(({ title }) => title);

it('the command center lists the actions of every part of the page while they are offered', () => {
  const center = createCenter();
  const list = center.offer([{ id: 'above', title: 'Previous patient', key: 'ArrowUp' }]);
  const tools = center.offer([{ id: 'new', title: 'New patient' }]);
  expect(titles(center)).toEqual(['Previous patient', 'New patient']);
  list.dispose();
  list.dispose();
  expect(titles(center)).toEqual(['New patient']);
  tools.dispose();
  expect(titles(center)).toEqual([]);
});

it('the command center runs a requested action once, when a page offers the action', () => {
  const center = createCenter();
  const run = vi.fn();
  center.requestAction('patients.new');
  center.offer([{ id: 'other', title: 'Other', run: vi.fn() }]);
  expect(run).not.toHaveBeenCalled();
  center.offer([{ id: 'patients.new', title: 'New patient', run }]);
  center.offer([{ id: 'patients.new', title: 'New patient', run }]);
  expect(run).toHaveBeenCalledOnce();
  center.requestAction('patients.new');
  expect(run).toHaveBeenCalledTimes(2);
});

it('the command center does not run a disabled action', () => {
  const center = createCenter();
  const run = vi.fn();
  center.offer([{ id: 'patients.new', title: 'New', run, enabled: () => 'Not now' }]);
  center.requestAction('patients.new');
  expect(run).not.toHaveBeenCalled();
});
