import { describe, expect, it } from 'vitest';
import { followUpTexts } from '../follow-up-texts.ts';
import { reportPageTexts } from '../report-page-texts.ts';
import { statisticsTexts } from '../statistics-texts.ts';
import { translations } from './index.ts';

describe('the German texts of reports', () => {
  it('translate every area of the extension', () => {
    const areas = {
      'report-page': reportPageTexts,
      'report-follow-up': followUpTexts,
      'report-statistics': statisticsTexts,
    };
    expect(Object.keys(translations)).toEqual(Object.keys(areas));
    for (const [area, english] of Object.entries(areas)) {
      const german: object = translations[area as keyof typeof areas];
      expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
    }
  });
});
