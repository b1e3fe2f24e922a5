import { describe, expect, it } from 'vitest';
import { problem } from '#foundation';
import { manualClock } from '../testing/index.ts';
import { createNotices } from './create-notices.ts';

describe('notices', () => {
  it('leave after 2.5 s, user errors after 5 s, validation errors after 10 s', async () => {
    const clock = manualClock();
    const notices = createNotices(clock);
    notices.show('success', 'Saved');
    notices.showProblem(problem('X', 'It went wrong', 'detail', 'Try again.'));
    notices.showProblem(problem('VALIDATION_FAILED', 'Enter the last name', 'd', 'n'));
    const kinds = () => notices.store.getState().map((notice) => notice.kind);
    expect(kinds()).toEqual(['success', 'user-error', 'validation']);
    await clock.advance(2_500);
    expect(kinds()).toEqual(['user-error', 'validation']);
    await clock.advance(2_500);
    expect(kinds()).toEqual(['validation']);
    await clock.advance(5_000);
    expect(kinds()).toEqual([]);
  });

  it('show the same words once and never more than five', () => {
    const notices = createNotices(manualClock());
    notices.show('info', 'Again');
    notices.show('info', 'Again');
    expect(notices.store.getState()).toHaveLength(1);
    for (let index = 0; index < 8; index += 1) notices.show('info', `Notice ${index}`);
    expect(notices.store.getState().map((notice) => notice.text)).toEqual(
      [3, 4, 5, 6, 7].map((index) => `Notice ${index}`),
    );
  });

  it('leave no timer behind', () => {
    const clock = manualClock();
    const notices = createNotices(clock);
    notices.show('info', 'One');
    notices.dispose();
    expect(clock.pending).toBe(0);
  });
});
