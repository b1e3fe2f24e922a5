import { describe, expect, it } from 'vitest';
import { sideMentions } from './side-mentions.ts';

const sidesIn = (text: string, which: 'named' | 'all' = 'named'): string =>
  sideMentions(text, which)
    .map(({ side }) => side)
    .join('');

describe('sideMentions', () => {
  it.each([
    ['Mass in the left breast.', 'L'],
    ['LEFT BREAST', 'L'],
    ['On the right at 3:00.', 'R'],
    ['Left-sided mass', 'L'],
    ['right axilla, left axilla', 'RL'],
    ['left upper outer quadrant', 'L'],
    ['The mass is on the left', 'L'],
    ['Not parallel mass in the left breast', 'L'],
    ['No posterior shadowing in the left breast', 'L'],
    ['Described as an irregular mass in the left breast', 'L'],
    ['Cyst-like mass in the left breast', 'L'],
    ['Similar to the prior mass in the left breast', 'L'],
    ['The contralateral side is normal; left breast mass', 'L'],
    ['Larger than before in the left breast', 'L'],
    ['More than 5 mm in the left breast', 'L'],
    ['It looks like a cyst in the left breast', 'L'],
    ['Wie beschrieben in der linken Brust', 'L'],
    ['Gegenüber dem Vorbefund links größer', 'L'],
    ['RT breast, L breast', 'RL'],
    ['Herdbefund links', 'L'],
    ['Linke Mamma, bei 3 Uhr', 'L'],
    ['in der linken Brust', 'L'],
    ['rechter oberer Quadrant', 'R'],
    ['rechtsseitiger Herdbefund', 'R'],
    ['linksseitige Läsion', 'L'],
    ['re. Mamma, li. oben außen', 'RL'],
    ['Herdbefund re. bei 10 Uhr', 'R'],
    ['Seen as a mass; als Herdbefund in der linken Brust', 'L'],
    // A soft hyphen, a narrow space and a line break hide no word.
    ['le\u00ADft\u202Fbreast', 'L'],
    ['right\nbreast', 'R'],
  ])('finds in “%s” the sides %s', (text, sides) => {
    expect(sidesIn(text)).toBe(sides);
  });

  it.each([
    'Right away after the scan.',
    'All right.',
    'At a right angle to the skin, right-angled.',
    'The marker was left unchanged.',
    'The clip is left in place, left in situ.',
    'Nothing left to add; no leftover contrast.',
    '5 mm to the left of the nipple.',
    'Scanned from left to right, left/right comparison.',
    'rechter Winkel, rechtwinklig, rechtzeitig',
    '5 mm rechts von der Mamille',
    'Rechts-links-Vergleich, rechts/links',
    'It links to the prior. Nachlinks.',
    'Upright position, bright lesion, copyright.',
    'More. Are 10 mm. L1 and R2 are listed.',
  ])('finds no side in “%s”', (text) => {
    expect(sidesIn(text)).toBe('');
  });

  it.each([
    'Contralateral left breast unremarkable.',
    'Denser than the left breast.',
    'Similar to a finding in the left breast.',
    'Compared with the left breast unchanged.',
    'Symmetric with the left side.',
    'As in the left breast.',
    'Normal vs. the left breast.',
    'Denser than that of the left breast.',
    'The left (contralateral) breast is normal.',
    'Gegenseitig links unauffällig.',
    'Im Vergleich zur linken Brust dichter.',
    'Wie in der linken Brust.',
    'Ähnlich einer Läsion der linken Mamma.',
    'Größer als links.',
    'Linke Gegenseite unauffällig.',
  ])('leaves out the comparison “%s”, unless all words are asked for', (text) => {
    expect(sidesIn(text)).toBe('');
    expect(sidesIn(text, 'all')).toBe('L');
  });
});
