import { describe, expect, it } from 'vitest';
import { manualClock } from '#core/testing';
import { startReadingTimer } from './reading-timer.ts';

function startTimer(stored = true) {
  const clock = manualClock();
  const page = { active: true, shownMs: 0, reported: [] as number[] };
  const timer = startReadingTimer({
    clock,
    isActive: () => page.active,
    onTick: (ms) => {
      page.shownMs += ms;
    },
    report: async (ms) => {
      page.reported.push(ms);
      return stored;
    },
  });
  return { clock, page, timer };
}

describe('the timer of a case', () => {
  it('counts while the case is visible and reports every 15 seconds', async () => {
    const { clock, page, timer } = startTimer();
    await clock.advance(20_000);
    expect(page).toMatchObject({ shownMs: 20_000, reported: [15_000] });
    expect(timer.take()).toBe(5_000);
    expect(timer.take()).toBe(0);
  });

  it('pauses while the page is hidden, and reports at once what was active', async () => {
    const { clock, page } = startTimer();
    await clock.advance(4_000);
    page.active = false;
    await clock.advance(60_000);
    page.active = true;
    await clock.advance(3_000);
    expect(page.reported).toEqual([4_000]);
    // The second in which the page became visible again does not count.
    expect(page.shownMs).toBe(6_000);
  });

  it('reports again what the server has not stored', async () => {
    const { clock, page, timer } = startTimer(false);
    await clock.advance(16_000);
    expect(page.reported).toEqual([15_000, 16_000]);
    await clock.advance(500);
    expect(timer.take()).toBe(16_000);
  });

  it('reports all of an outage of some minutes, once the server answers again', async () => {
    const { clock, page } = startTimer(false);
    await clock.advance(300_000);
    expect(page.reported.at(-1)).toBe(300_000);
  });

  it('stops when disposed', async () => {
    const { clock, page, timer } = startTimer();
    await clock.advance(2_000);
    timer.dispose();
    await clock.advance(30_000);
    expect(page.shownMs).toBe(2_000);
  });
});
