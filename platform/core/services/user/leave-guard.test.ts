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
  const actions = { stay: vi.fn(), leave: vi.fn() };
  guard.ask(warning, actions);
  guard.store.getState().question?.[answer]();
  expect(guard.store.getState().question).toBeNull();
  expect(actions.stay).toHaveBeenCalledTimes(answer === 'stay' ? 1 : 0);
  expect(actions.leave).toHaveBeenCalledTimes(answer === 'leave' ? 1 : 0);
});
