import { describe, expect, it } from 'vitest';
import { followUpTexts } from '../follow-up-texts.ts';
import { letterTexts } from '../letter-texts.ts';
import { readerStudyTexts } from '../reader-study-texts.ts';
import { reportPageTexts } from '../report-page-texts.ts';
import { statisticsTexts } from '../statistics-texts.ts';
import { dictationTexts, textBlockTexts } from '../text-block-texts.ts';
import { translations } from './index.ts';

describe('the German texts of reports', () => {
  it('translate every area of the extension', () => {
    const areas = {
      'reader-study': readerStudyTexts,
      'report-page': reportPageTexts,
      'report-letter': letterTexts,
      'report-text-blocks': textBlockTexts,
      'report-dictation': dictationTexts,
      'report-follow-up': followUpTexts,
      'report-statistics': statisticsTexts,
    };
    expect(Object.keys(translations).sort()).toEqual(Object.keys(areas).sort());
    for (const [area, english] of Object.entries(areas)) {
      const german: object = translations[area as keyof typeof areas];
      expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
    }
  });
});
