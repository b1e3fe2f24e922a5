import { setImmediate } from 'node:timers/promises';
import type { ReportDocument } from './document/report-document.ts';
import { drawPdf } from './layout/draw-pdf.ts';
import { writeHead } from './layout/head.ts';
import { drawPageMarks } from './layout/page-marks.ts';
import { SECTIONS } from './sections.ts';
import { wordsIn } from './texts/words-in.ts';

/**
 * Renders a report as a tagged PDF of A4 pages with embedded fonts. Equal documents give equal
 * bytes: the file states the time of the last signature or change, and no time of rendering.
 * Lets other calls run between the sections.
 * @param compress false keeps the content streams readable, for tests
 */
export function renderPdf(report: ReportDocument, compress = true): Promise<Buffer> {
  const { language, number, changedAt } = report;
  const words = wordsIn(language);
  const file = { language, title: words.fileTitle(number), changedAt, compress };
  return drawPdf(file, async (flow) => {
    for (const write of [writeHead, ...SECTIONS]) {
      write(flow, report, words);
      await setImmediate();
    }
    drawPageMarks(flow, report, words);
  });
}
