import { describe, expect, it } from 'vitest';
import { nextState } from './scan-state.ts';

describe('a scan goes N → I → C and never back from C', () => {
  it('starts as attempt 1', () => {
    expect(nextState({ scanState: 'N', epoch: 0 }, 'I')).toEqual({ allowed: true, epoch: 1 });
  });

  it('completes in the attempt it is in', () => {
    expect(nextState({ scanState: 'I', epoch: 2 }, 'C')).toEqual({ allowed: true, epoch: 2 });
    expect(nextState({ scanState: 'I', epoch: 2 }, 'C', 2)).toEqual({ allowed: true, epoch: 2 });
  });

  it('counts a restart as the next attempt and starts that one again', () => {
    expect(nextState({ scanState: 'I', epoch: 1 }, 'N')).toEqual({ allowed: true, epoch: 2 });
    expect(nextState({ scanState: 'N', epoch: 2 }, 'I', 2)).toEqual({ allowed: true, epoch: 2 });
  });

  it.each([
    ['N', 'C'],
    ['N', 'N'],
    ['C', 'I'],
    ['C', 'N'],
    ['C', 'C'],
    ['I', 'I'],
  ] as const)('refuses %s to %s', (from, to) => {
    expect(nextState({ scanState: from, epoch: 1 }, to).allowed).toBe(false);
  });

  it('refuses a late message of an attempt that is over', () => {
    expect(nextState({ scanState: 'I', epoch: 3 }, 'C', 2).allowed).toBe(false);
    expect(nextState({ scanState: 'N', epoch: 3 }, 'I', 2).allowed).toBe(false);
    expect(nextState({ scanState: 'I', epoch: 3 }, 'N', 3).allowed).toBe(false);
  });
});
