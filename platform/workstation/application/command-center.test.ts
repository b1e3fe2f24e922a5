import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { KeyLayout } from '../keyboard/key-text.ts';
import { createCommandCenter } from './command-center.ts';

const open = () => createCommandCenter(createStore<KeyLayout>(() => new Map()));
const titles = (center: ReturnType<typeof open>) =>
  center.pageActions.getState().map(({ title }) => title);

it('lists the actions of every part of the page while they are offered', () => {
  const center = open();
  const list = center.offer([{ id: 'above', title: 'Previous patient', key: 'ArrowUp' }]);
  const tools = center.offer([{ id: 'new', title: 'New patient' }]);
  expect(titles(center)).toEqual(['Previous patient', 'New patient']);
  list.dispose();
  list.dispose();
  expect(titles(center)).toEqual(['New patient']);
  tools.dispose();
  expect(titles(center)).toEqual([]);
});

it('runs a requested action once, when a page offers it', () => {
  const center = open();
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

it('does not run a disabled action', () => {
  const center = open();
  const run = vi.fn();
  center.offer([{ id: 'patients.new', title: 'New', run, enabled: () => 'Not now' }]);
  center.requestAction('patients.new');
  expect(run).not.toHaveBeenCalled();
});
