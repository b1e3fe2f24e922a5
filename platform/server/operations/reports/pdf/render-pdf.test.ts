import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aJpeg, aPng } from '../../../images/test-support/images.ts';
import type { ReportDocument } from './document/report-document.ts';
import { renderPdf } from './render-pdf.ts';
import { aDocument, someFindings } from './test-support/a-document.ts';
import { type PdfText, pageCount, readPdf } from './test-support/read-pdf.ts';

const UNSIGNED = { state: 'PRELIMINARY', signature: null } as const;
const LONG_NAMES = {
  site: { organization: 'O'.repeat(200), name: 'Organization '.repeat(15), logoPng: null },
  patient: {
    lastName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200),
    firstName: 'Maria Anna '.repeat(18),
    code: 'C'.repeat(64),
    birthDate: '1970-02-28',
    sex: 'Female',
  },
  signature: {
    name: 'N'.repeat(200),
    jobTitle: 'J'.repeat(200),
    at: '2026-11-28T16:14:05Z',
    hash: 'a'.repeat(64),
  },
} satisfies Partial<ReportDocument>;

const read = async (overrides: Partial<ReportDocument> = {}) => {
  const bytes = await renderPdf(aDocument(overrides), false);
  const texts = readPdf(bytes);
  const shown = texts.map(({ text }) => text).join('\n');
  return { bytes, texts, shown, file: bytes.toString('latin1'), pages: pageCount(bytes) };
};

/** Texts besides the word across the page and the numbers of the body map. */
const isRunningText = ({ sizePt }: PdfText): boolean => sizePt < 40 && sizePt > 7.2;

/** Returns pairs of texts whose rectangles overlap by more than half a point. */
function overlapsOf(texts: readonly PdfText[]): readonly string[] {
  const found: string[] = [];
  const running = texts.filter((text) => isRunningText(text) && text.text.trim() !== '');
  for (const [idx, a] of running.entries()) {
    for (const b of running.slice(idx + 1)) {
      const apartX = Math.max(a.xPt, b.xPt) - Math.min(a.xPt + a.widthPt, b.xPt + b.widthPt);
      const apartY =
        Math.max(a.yPt, b.yPt) - Math.min(a.yPt + a.sizePt * 0.7, b.yPt + b.sizePt * 0.7);
      if (a.page === b.page && apartX < -0.5 && apartY < -0.5) found.push(`${a.text} | ${b.text}`);
    }
  }
  return found;
}

describe('renderPdf', () => {
  it('gives equal bytes for equal documents, also in another process and time zone', async () => {
    const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const images = [aJpeg(), aPng()];
    const document = () => aDocument({ findings: someFindings(3, { images }) });
    const first = hashOf(await renderPdf(document()));
    expect(hashOf(await renderPdf(document()))).toBe(first);
    const program = `
      import { createHash } from 'node:crypto';
      import { renderPdf } from ${JSON.stringify(new URL('./render-pdf.ts', import.meta.url).href)};
      import { aDocument, someFindings } from ${JSON.stringify(new URL('./test-support/a-document.ts', import.meta.url).href)};
      import { aJpeg, aPng } from ${JSON.stringify(new URL('../../../images/test-support/images.ts', import.meta.url).href)};
      const images = [aJpeg(), aPng()];
      const bytes = await renderPdf(aDocument({ findings: someFindings(3, { images }) }));
      process.stdout.write(createHash('sha256').update(bytes).digest('hex'));`;
    const env = { ...process.env, TZ: 'Asia/Tokyo', LANG: 'ar_EG.UTF-8' };
    const args = ['--input-type=module', '-e', program];
    expect(execFileSync(process.execPath, args, { env }).toString()).toBe(first);
  });

  it('shows patient, study, findings, assessment and signature with zone and hash', async () => {
    const { shown, file, pages } = await read();
    for (const text of [
      'Example Clinic',
      'Breast Centre',
      'Example',
      'P-1234',
      '28 February 1970',
      'A-77',
      '27 November 2026',
      'L 1',
      'BI-RADS 4A',
      '12.4 × 9.4 × 8.0 mm',
      'Left breast: BI-RADS 4A',
      'Left: Biopsy, guided by imaging',
      'Follow-up in 6 months',
      'Signed by Rea Reader, MD',
      'Signed on 28 November 2026 at 17:14 (UTC+01:00, Europe/Vienna)',
      `SHA-256 ${'0123456789abcdef'.repeat(4)}`,
      'Page 1 of 2',
      'Page 2 of 2',
    ]) {
      expect(shown).toContain(text);
    }
    expect(pages).toBe(2);
    expect(file).toContain('/CreationDate');
    expect(file).toContain('(D:20261128161405Z)');
  });

  it('names patient code and version on every page', async () => {
    const { texts, pages } = await read({ findings: someFindings(30) });
    const footers = texts.filter(({ text }) => text === 'Patient code P-1234 · Version 3 · Signed');
    expect(footers.map(({ page }) => page)).toEqual(Array.from({ length: pages }, (_, idx) => idx));
  });

  it.each([
    ['DRAFT', 'en', 'Draft'],
    ['PRELIMINARY', 'en', 'Preliminary'],
    ['PRELIMINARY', 'de', 'Vorläufig'],
    ['OPEN_ADDENDUM', 'de', 'Unsignierter Nachtrag'],
  ] as const)('writes the state %s across every page in %s', async (state, language, word) => {
    const { texts, pages } = await read({ state, language, signature: null });
    const stamps = texts.filter(({ text, sizePt }) => text === word && sizePt > 40);
    expect(stamps).toHaveLength(pages);
    const signed = await read({ language });
    expect(signed.texts.filter(({ sizePt }) => sizePt > 40)).toEqual([]);
  });

  it('writes a German report in German', async () => {
    const { shown, file } = await read({ language: 'de' });
    expect(shown).toContain('Befund der Brustsonographie');
    expect(shown).toContain('Signiert am 28. November 2026 um 17:14 (UTC+01:00, Europe/Vienna)');
    expect(shown).toContain('Seite 1 von 2');
    expect(file).toContain('/Lang (de)');
  });

  it('is tagged with headings, a table with header cells, and figures with texts', async () => {
    const { file } = await read({ findings: someFindings(2, { images: [aJpeg()] }) });
    for (const tag of ['Document', 'H1', 'H2', 'H3', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']) {
      expect(file, tag).toMatch(new RegExp(`/S /${tag}\\n`));
    }
    expect(file).toContain('/Alt (Ultrasound image of finding L 1)');
    expect(file).toContain('/Scope /Column');
    expect(file).toContain('/Marked true');
    expect(file).toContain('/DisplayDocTitle true');
    expect(file).not.toMatch(/\/BaseFont \/(?:Helvetica|Times)/);
  });

  it.each([
    ['no finding', { findings: [] }, 2],
    ['12 findings with images', { findings: someFindings(12, { images: [aJpeg()] }) }, 4],
    ['60 findings', { findings: someFindings(60), ...UNSIGNED }, 8],
    ['names of 200 characters', LONG_NAMES, 3],
    [
      'a text of 20,000 characters',
      { texts: { ...aDocument().texts, impression: 'Tissue '.repeat(2_857) } },
      6,
    ],
    [
      'a word of 20,000 characters',
      { texts: { ...aDocument().texts, impression: 'm'.repeat(20_000) } },
      8,
    ],
    [
      'a recommendation that is higher than a page',
      { findings: someFindings(2, { recommendations: ['Mammography '.repeat(150)] }) },
      8,
    ],
  ] satisfies [string, Partial<ReportDocument>, number][])(
    'shows %s without overlapping texts',
    async (_what, overrides, maxPages) => {
      const { texts, pages } = await read(overrides);
      expect(overlapsOf(texts)).toEqual([]);
      expect(pages).toBeLessThanOrEqual(maxPages);
      for (const { text, xPt, yPt, widthPt, sizePt } of texts) {
        if (sizePt > 40) continue;
        expect(xPt + widthPt, text).toBeLessThanOrEqual(551);
        expect(yPt, text).toBeGreaterThan(20);
      }
    },
  );

  it('keeps the logical text of names from right to left for programs that read it', async () => {
    const patient = { ...aDocument().patient, lastName: 'כהן', firstName: 'שרה' };
    const { file, texts } = await read({ patient });
    const utf16 = Buffer.from('כהן', 'utf16le').swap16().toString('latin1');
    expect(file).toContain('/ActualText');
    expect(file).toContain(utf16);
    const [last, first] = ['כהן', 'שרה'].map((name) =>
      texts.find(({ text }) => [...text].sort().join('') === [...name].sort().join('')),
    );
    expect(last?.xPt).toBeLessThan(first?.xPt ?? 0);
  });

  it('replaces characters that the fonts lack and explains the replacement', async () => {
    const patient = { ...aDocument().patient, lastName: '李小龙' };
    const { shown } = await read({ patient });
    expect(shown).toContain('□□□');
    expect(shown).toContain('□ replaces a character that the fonts of this document lack.');
    expect((await read()).shown).not.toContain('□');
  });

  it('shows addenda with their texts, changed findings and signatures', async () => {
    const { signature } = aDocument();
    const addenda = [
      { text: 'The size was wrong.', findings: someFindings(1, { size: '9.9 mm' }), signature },
      { text: 'One more.', findings: null, signature: null },
    ];
    const { shown } = await read({ addenda, state: 'OPEN_ADDENDUM' });
    for (const text of [
      'Addendum 1',
      'The size was wrong.',
      '9.9 mm',
      'Addendum 2',
      'Not signed',
    ]) {
      expect(shown).toContain(text);
    }
  });

  it('shows the logo of the site', async () => {
    const logoPng = aPng();
    const { file } = await read({ site: { ...aDocument().site, logoPng } });
    expect(file).toContain('/Alt (Example Clinic)');
    expect(file).toContain('/Subtype /Image');
  });
});
