import { describe, expect, it } from 'vitest';
import { intervalText, rateText, timeText } from './figure-text.ts';

describe('figures of the statistics', () => {
  it('are shown in percent with one decimal and both ends of the interval', () => {
    const rate = { numerator: 1, denominator: 3, value: 1 / 3, low: 0.06, high: 0.79 };
    expect(rateText(rate)).toBe('33.3 %');
    expect(intervalText(rate)).toBe('95 % interval 6.0 % to 79.0 %');
  });

  it('are unknown without cases, never zero', () => {
    const none = { numerator: 0, denominator: 0, value: null, low: null, high: null };
    expect([rateText(none), intervalText(none), timeText(null)]).toEqual([
      'unknown',
      '',
      'unknown',
    ]);
  });

  it('show short times in minutes and long ones in days', () => {
    expect([0.25, 1, 26.8, 71.9, 84].map(timeText)).toEqual([
      '15 min',
      '1 h',
      '26.8 h',
      '71.9 h',
      '3.5 days',
    ]);
  });
});
