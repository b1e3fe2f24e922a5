import { expect, it, vi } from 'vitest';
import { createLeaveGuard, type LeaveWarning } from './leave-guard.ts';

const warning: LeaveWarning = { title: 'A scan is running', text: '', stay: 'Stay', leave: 'Go' };

it('warns by the checks that are added, and no longer once they are disposed', () => {
  const guard = createLeaveGuard();
  const check = (path: string | null) => (path === '/scan' ? null : warning);
  const added = [guard.add(check), guard.add(check)];
  expect(guard.warningFor('/scan')).toBeNull();
  expect(guard.warningFor('/home')).toBe(warning);
  expect(guard.warningFor(null)).toBe(warning);
  added[0]?.dispose();
  expect(guard.warningFor('/home')).toBe(warning);
  added[1]?.dispose();
  expect(guard.warningFor('/home')).toBeNull();
});

it.each(['stay', 'leave'] as const)('asks until the answer %s is given', (answer) => {
  const guard = createLeaveGuard();
  guard.add(() => warning);
  const actions = { stay: vi.fn(), leave: vi.fn(), withdraw: vi.fn() };
  guard.ask('/home', actions);
  guard.store.getState().question?.[answer]();
  guard.handleAddress('/patient-list');
  expect(guard.store.getState().question).toBeNull();
  expect(actions.stay).toHaveBeenCalledTimes(answer === 'stay' ? 1 : 0);
  expect(actions.leave).toHaveBeenCalledTimes(answer === 'leave' ? 1 : 0);
  expect(actions.withdraw).not.toHaveBeenCalled();
});

it('withdraws the question when the work ends, and neither stays nor leaves', async () => {
  const guard = createLeaveGuard();
  let current: LeaveWarning | null = warning;
  const added = guard.add(() => current);
  const actions = { stay: vi.fn(), leave: vi.fn(), withdraw: vi.fn() };
  guard.ask('/home', actions);
  current = { ...warning, title: 'A scan is paused' };
  guard.refresh();
  expect(guard.store.getState().question?.warning.title).toBe('A scan is paused');
  current = null;
  guard.refresh();
  expect(guard.store.getState().question).toBeNull();
  expect(actions.withdraw).toHaveBeenCalledTimes(1);
  current = warning;
  guard.ask('/home', actions);
  // A check that is replaced in the same moment keeps the question open.
  added.dispose();
  const replaced = guard.add(() => current);
  await Promise.resolve();
  expect(guard.store.getState().question).not.toBeNull();
  replaced.dispose();
  await Promise.resolve();
  expect(guard.store.getState().question).toBeNull();
  expect([actions.stay, actions.leave].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

it.each([
  ['when another page is open', '/patient-list'],
  ['when the page is reached in another way', '/home'],
])('closes the question %s', (_, path) => {
  const guard = createLeaveGuard();
  guard.add(() => warning);
  const withdraw = vi.fn();
  guard.ask('/home', { withdraw });
  guard.handleAddress(path);
  expect(guard.store.getState().question).toBeNull();
  expect(withdraw).toHaveBeenCalledTimes(1);
});

it('keeps the question about a page that is left already until the next address', () => {
  const guard = createLeaveGuard();
  guard.askAfter('/home', warning, {});
  guard.refresh();
  guard.handleAddress('/home');
  expect(guard.store.getState().question?.warning).toBe(warning);
  guard.handleAddress('/patient-list');
  expect(guard.store.getState().question).toBeNull();
});

it('leaves at once when nothing warns', () => {
  const actions = { leave: vi.fn() };
  const guard = createLeaveGuard();
  guard.ask('/home', actions);
  expect(actions.leave).toHaveBeenCalledTimes(1);
  expect(guard.store.getState().question).toBeNull();
});
