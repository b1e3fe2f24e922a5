import { describe, expect, it } from 'vitest';
import { birthDatePrefix, foldForSearch } from '#contracts';

describe('foldForSearch', () => {
  it.each([
    ['unal', 'Ünal'],
    ['Şahin', 'SAHIN'],
    ['Işık', 'isik'],
    ['İpek', 'ipek'],
    ['Groß', 'GROSS'],
    ['GROẞ', 'gross'],
    ['Sørensen', 'sorensen'],
    ['Łukasz', 'lukasz'],
    ['Æthel', 'aethel'],
    ['Þór', 'thor'],
    ['Đoković', 'dokovic'],
    ['Nguyễn', 'nguyen'],
    ['O’Brien', "o'brien"],
    ['Семён', 'семен'],
    ['ΝΙΚΟΣ', 'Νίκος'],
    ['e\u0301toile', 'Étoile'],
    ['ﬁsher', 'FISHER'],
  ])('treats %s and %s as equal', (text, other) => {
    expect(foldForSearch(text)).toBe(foldForSearch(other));
  });

  it.each([
    ['Oz', 'Os'],
    ['Müller', 'Mueller'],
    ['काम', 'कम'],
  ])('treats %s and %s as different', (text, other) => {
    expect(foldForSearch(text)).not.toBe(foldForSearch(other));
  });
});

describe('birthDatePrefix', () => {
  it.each([
    ['1970', '1970'],
    ['1970-', '1970-'],
    ['1970-0', '1970-0'],
    ['1970-02', '1970-02'],
    ['1970-02-', '1970-02-'],
    ['1970-02-2', '1970-02-2'],
    ['1970-02-28', '1970-02-28'],
    ['28.02.1970', '1970-02-28'],
    ['8.2.1970', '1970-02-08'],
    ['02.1970', '1970-02'],
  ])('reads %s', (word, prefix) => {
    expect(birthDatePrefix(word)).toBe(prefix);
  });

  it.each([
    '197',
    '19700',
    '1970-2-8',
    '1970-02-281',
    '02/28/1970',
    '28.02.',
    '28.02.70',
    'ann',
    '',
  ])('returns null for %j', (word) => {
    expect(birthDatePrefix(word)).toBeNull();
  });
});
