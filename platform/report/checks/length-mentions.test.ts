import { describe, expect, it } from 'vitest';
import { lengthMentions } from './length-mentions.ts';

const lengthsIn = (text: string): string =>
  lengthMentions(text)
    .map(({ kind, mm, precisionMm }) => `${kind} ${mm}±${precisionMm}`)
    .join(', ');

describe('lengthMentions', () => {
  it.each([
    ['12.4 mm', 'size 12.4±0.05'],
    ['1.2 cm', 'size 12±0.5'],
    ['12,4 × 9,4 mm', 'size 12.4±0.05, size 9.4±0.05'],
    ['12.4 x 9.4 x 8.4 mm', 'size 12.4±0.05, size 9.4±0.05, size 8.4±0.05'],
    ['1.2 cm × 8 mm', 'size 12±0.5, size 8±0.5'],
    ['12 by 9 mm', 'size 12±0.5, size 9±0.5'],
    ['a 12-mm mass', 'size 12±0.5'],
    ['12mm', 'size 12±0.5'],
    ['12.4 mm,50 mm', 'size 12.4±0.05, size 50±0.5'],
    ['a 50 mm lateral mass', 'size 50±0.5'],
    ['5 mm lateral to the scar', 'other 5±0.5'],
    ['2 cm', 'size 20±5'],
    ['12 Millimeter', 'size 12±0.5'],
    ['32 mm from the nipple', 'distance 32±0.5'],
    ['3 cm FN', 'distance 30±5'],
    ['32 mm von der Mamille', 'distance 32±0.5'],
    ['Mamillenabstand 32 mm', 'distance 32±0.5'],
    ['distance to the nipple of 32 mm', 'distance 32±0.5'],
    ['14 mm deep', 'other 14±0.5'],
    ['14 mm tief', 'other 14±0.5'],
    ['depth of 14 mm', 'other 14±0.5'],
    ['5 mm to the left of the nipple', 'other 5±0.5'],
    ['3 mm above the chest wall', 'other 3±0.5'],
  ])('reads “%s” as %s', (text, lengths) => {
    expect(lengthsIn(text)).toBe(lengths);
  });

  it.each([
    '120 mm², 4 mm3, 5 cm/s',
    '12 MHz, 24 %, 3 months',
    'previously 25 mm',
    'zuvor 25 mm',
    '10:00, BI-RADS 4B',
  ])('reads no length of the finding in “%s”', (text) => {
    expect(lengthsIn(text)).toBe('');
  });
});
