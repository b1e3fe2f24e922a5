import { isolated } from '../pdf/layout/bidi-lines.ts';
import { drawPdf } from '../pdf/layout/draw-pdf.ts';
import { writeLetterhead } from '../pdf/layout/head.ts';
import { CONTENT_WIDTH, PAGE, type PageFlow, STYLES } from '../pdf/layout/page-flow.ts';
import { formatDay } from '../pdf/texts/format-dates.ts';
import { wordsIn } from '../pdf/texts/words-in.ts';
import type { LetterDocument } from './read-letter.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
/**
 * Address field of DIN 5008, form B: from 25 mm at the left and 62.7 mm at the top, 80 mm wide, with
 * the sender above it. A window of DIN 680 shows it in an envelope DL.
 */
const ADDRESS = { xPt: 25 * MM, yPt: 62.7 * MM, widthPt: 80 * MM } as const;
const SENDER_TOP_PT = 57 * MM;
const TEXT_TOP_PT = 100 * MM;
/** Right edge of the text, 20 mm from that of the page. */
const TEXT_LEFT_PT = ADDRESS.xPt;
const INDENT_PT = TEXT_LEFT_PT - PAGE.left;
/** Height in points for a signature by hand. */
const SIGNATURE_PT = 40;
const BODY = { sizePt: 11 } as const;

/** Renders a letter as a tagged PDF, whose address shows in a window envelope. */
export function renderLetter(document: LetterDocument, compress = true): Promise<Buffer> {
  const { letter, signedAt } = document;
  const { language, subject } = letter;
  const file = { language, title: subject, changedAt: signedAt, compress };
  return drawPdf(file, (flow) => {
    writeLetterhead(flow, document);
    writeAddress(flow, document);
    writeText(flow, document);
    if (flow.hasReplacements) flow.paragraph(wordsIn(language).replaced, STYLES.small);
    numberPages(flow, document);
  });
}

/** Writes the sender in small letters and the patient; the record has no postal address. */
function writeAddress(flow: PageFlow, { site, recipient }: LetterDocument): void {
  const style = { ...BODY, direction: 'ltr' } as const;
  const sender = flow.block(
    site.organization,
    { ...STYLES.small, direction: 'ltr' },
    ADDRESS.widthPt,
  );
  // A name of several lines ends above the address.
  const senderPt = SENDER_TOP_PT + 10 - sender.heightPt;
  flow.drawBlock(sender, { ...ADDRESS, yPt: Math.max(senderPt, flow.yPt) });
  flow.drawBlock(flow.block(recipient, style, ADDRESS.widthPt), ADDRESS);
  flow.yPt = TEXT_TOP_PT;
}

function writeText(flow: PageFlow, { letter, day, signer, site }: LetterDocument): void {
  const words = wordsIn(letter.language);
  const write = (text: string, options: Parameters<PageFlow['paragraph']>[2] = {}): void =>
    flow.paragraph(text, BODY, { gapPt: 9, indentPt: INDENT_PT, ...options });
  flow.paragraph(
    formatDay(day, words) ?? '',
    { ...BODY, direction: 'ltr' },
    { gapPt: 14, indentPt: INDENT_PT },
  );
  flow.paragraph(
    letter.subject,
    { ...BODY, font: 'bold' },
    { tag: 'H1', gapPt: 14, indentPt: INDENT_PT },
  );
  write(letter.salutation);
  for (const paragraph of letter.paragraphs) write(paragraph);
  flow.reserve(3 * BODY.sizePt * 1.3 + SIGNATURE_PT + 20);
  write(letter.closing, { gapPt: SIGNATURE_PT });
  const { name, jobTitle } = signer;
  const names = jobTitle === null || jobTitle === '' ? [name] : [name, jobTitle];
  const style = { ...BODY, direction: 'ltr' } as const;
  flow.paragraph(names.map(isolated).join(', '), style, { gapPt: 0, indentPt: INDENT_PT });
  flow.paragraph(site.organization, style, { indentPt: INDENT_PT });
}

/** Numbers the pages of a letter that has more than one, as no content. */
function numberPages(flow: PageFlow, { letter }: LetterDocument): void {
  const { count } = flow.doc.bufferedPageRange();
  if (count < 2) return;
  const words = wordsIn(letter.language);
  for (let idx = 0; idx < count; idx++) {
    flow.doc.switchToPage(idx);
    flow.decorate(() => {
      const block = flow.block(words.page(idx + 1, count), STYLES.small, CONTENT_WIDTH);
      flow.drawLines(block.lines, block.style, {
        xPt: TEXT_LEFT_PT,
        yPt: PAGE.bottom + 9,
        widthPt: CONTENT_WIDTH,
      });
    }, 'Pagination');
  }
}
