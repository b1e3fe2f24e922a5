import { describe, expect, it } from 'vitest';
import { nextState } from './scan-state.ts';

describe('nextState', () => {
  it('starts a scan as attempt 1', () => {
    expect(nextState({ scanState: 'N', epoch: 0 }, 'I')).toEqual({ allowed: true, epoch: 1 });
  });

  it('completes the current attempt', () => {
    expect(nextState({ scanState: 'I', epoch: 2 }, 'C')).toEqual({ allowed: true, epoch: 2 });
    expect(nextState({ scanState: 'I', epoch: 2 }, 'C', 2)).toEqual({ allowed: true, epoch: 2 });
  });

  it('counts a restart as the next attempt and starts that attempt again', () => {
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
  ] as const)('rejects %s to %s', (from, to) => {
    expect(nextState({ scanState: from, epoch: 1 }, to).allowed).toBe(false);
  });

  it('rejects a late message of an earlier attempt', () => {
    expect(nextState({ scanState: 'I', epoch: 3 }, 'C', 2).allowed).toBe(false);
    expect(nextState({ scanState: 'N', epoch: 3 }, 'I', 2).allowed).toBe(false);
    // A restart carries the number of the attempt that it starts; attempt 3 already runs.
    expect(nextState({ scanState: 'I', epoch: 3 }, 'N', 3).allowed).toBe(false);
  });
});
