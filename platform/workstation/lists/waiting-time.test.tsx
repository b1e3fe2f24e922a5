// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import { WaitingTime, waitedText } from './waiting-time.tsx';

const SINCE = '2026-11-20T10:00:00Z';
const SINCE_MS = Date.parse(SINCE);
const MINUTE_MS = 60_000;

describe('the waiting time of a study', () => {
  it.each([
    [-5, '0 min'],
    [59, '59 min'],
    [60, '1 h 0 min'],
    [24 * 60 - 1, '23 h 59 min'],
    [50 * 60, '2 d 2 h'],
  ])('names its two largest units after %s minutes', (minutes, text) => {
    expect(waitedText(SINCE, SINCE_MS + minutes * MINUTE_MS)).toBe(text);
  });

  describe('on screen', () => {
    beforeEach(() => void vi.useFakeTimers({ now: SINCE_MS + 12 * MINUTE_MS }));
    afterEach(async () => {
      vi.useRealTimers();
      await unmountAll();
    });

    it('grows each minute', async () => {
      await render(<WaitingTime since={SINCE} />);
      expect(document.body.textContent).toBe('12 min');
      await act(async () => vi.advanceTimersByTime(MINUTE_MS));
      expect(document.body.textContent).toBe('13 min');
    });

    it('is empty for a study that does not wait', async () => {
      await render(<WaitingTime since={null} />);
      expect(document.body.textContent).toBe('');
    });
  });
});
