import { describe, expect, it } from 'vitest';
import { type ReportContent, type ReportLanguage, reportContentSchema } from '#contracts';
import { composeLetter } from '#report';
import { aPng } from '../../../images/test-support/images.ts';
import { isolated } from '../pdf/layout/bidi-lines.ts';
import { pageCount, readPdf } from '../pdf/test-support/read-pdf.ts';
import type { LetterDocument } from './read-letter.ts';
import { renderLetter } from './render-letter.ts';

const MM = 72 / 25.4;
const PAGE_HEIGHT_PT = 841.89;
const side = (biradsScore: number) =>
  ({ biradsScore, breastDensity: 'HETERO', text: { text: '', editedFrom: null } }) as const;

interface Overrides extends Partial<Omit<LetterDocument, 'letter'>> {
  readonly name?: string;
  readonly content?: Partial<ReportContent>;
  readonly language?: ReportLanguage;
  readonly siteTexts?: Readonly<Record<string, string>>;
}

/** Returns a letter after a normal examination of both breasts. */
function aLetter(overrides: Overrides = {}): LetterDocument {
  const { name = 'Ann Example', language = 'en', content, siteTexts = {}, ...fields } = overrides;
  const recipient = isolated(name);
  const { letter } = composeLetter({
    content: { ...reportContentSchema.parse({}), left: side(2), right: side(2), ...content },
    findingRecommendations: [],
    language,
    patient: recipient,
    examinationDay: '2026-11-27',
    signedDay: '2026-11-28',
    site: 'Example Clinic',
    contact: '01 234 567',
    doctor: null,
    withDensity: true,
    siteTexts: { [language]: siteTexts },
  });
  return {
    letter: letter!,
    site: { organization: 'Example Clinic', name: 'Breast Centre', logoPng: null },
    number: 1,
    recipient,
    signedAt: '2026-11-28T16:14:05.123Z',
    day: '2026-11-28',
    signer: { name: 'Rea Reader', jobTitle: 'MD' },
    warnings: [],
    ...fields,
  };
}

const read = async (overrides: Overrides = {}) => {
  const bytes = await renderLetter(aLetter(overrides), false);
  const texts = readPdf(bytes);
  const shown = texts.map(({ text }) => text).join('\n');
  return { bytes, texts, shown, file: bytes.toString('latin1'), pages: pageCount(bytes) };
};

describe('renderLetter', () => {
  it('gives equal bytes for equal letters', async () => {
    const first = await renderLetter(aLetter());
    expect((await renderLetter(aLetter())).equals(first)).toBe(true);
    expect((await renderLetter(aLetter({ number: 1, name: 'Bea' }))).equals(first)).toBe(false);
  });

  it('is one tagged page of PDF 1.7 with embedded fonts and its language', async () => {
    const { file, pages } = await read({ language: 'de' });
    expect(pages).toBe(1);
    expect(file.startsWith('%PDF-1.7')).toBe(true);
    expect(file).toMatch(/\/Marked true/);
    expect(file).toMatch(/\/Lang \(de\)/);
    expect(file).toMatch(/\/S \/H1/);
    const fonts = file.match(/\/BaseFont \/\S+/g) ?? [];
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.every((font) => /\/BaseFont \/[A-Z]+\+DejaVuSansCondensed/.test(font))).toBe(true);
    expect(file).toMatch(/\/FontFile2/);
  });

  it.each([['Ann Example'], ['Wolfeschlegelsteinhausenbergerdorff '.repeat(4).trim()]])(
    'shows the address of %s in the window of an envelope',
    async (name) => {
      const { texts } = await read({ name });
      const address = texts.filter(
        ({ text, yPt, sizePt }) =>
          sizePt === 11 &&
          text.startsWith(name.slice(0, 10)) &&
          yPt > PAGE_HEIGHT_PT - 100 * MM &&
          yPt < PAGE_HEIGHT_PT - 45 * MM,
      );
      expect(address.length).toBeGreaterThan(0);
      for (const { xPt, widthPt, yPt } of address) {
        expect(xPt / MM).toBeGreaterThanOrEqual(24.9);
        expect((xPt + widthPt) / MM).toBeLessThanOrEqual(105.1);
        expect((PAGE_HEIGHT_PT - yPt) / MM).toBeLessThanOrEqual(90);
      }
    },
  );

  it('keeps the place of a right-to-left name and its logical text', async () => {
    const { texts, file } = await read({ name: 'رنا خوري' });
    const lines = texts.filter(({ text }) => /[\u0600-\u06FF\uFB50-\uFEFF]/.test(text));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines[0]!.xPt / MM).toBeCloseTo(25, 0);
    expect(file).toMatch(/\/ActualText/);
  });

  it('continues a long text of a site on numbered pages', async () => {
    const { shown, pages } = await read({
      siteTexts: { B1: 'Some words of the site. '.repeat(300) },
    });
    expect(pages).toBeGreaterThan(1);
    expect(shown).toContain(`Page 1 of ${pages}`);
    expect(shown).toContain('Rea Reader');
  });

  it('replaces characters that the fonts lack and explains them', async () => {
    const { shown } = await read({ name: '王 Example' });
    expect(shown).toContain('□ Example');
    expect(shown).toContain('replaces a character');
  });

  it('shows the logo of the site', async () => {
    const site = { organization: 'Example Clinic', name: 'Example Clinic', logoPng: aPng() };
    const { file } = await read({ site });
    expect(file).toMatch(/\/S \/Figure/);
  });
});
