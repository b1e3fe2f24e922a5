import { inflateSync } from 'node:zlib';

/** A line or run of text with its position in points from the lower left corner of the page. */
export interface PdfText {
  readonly text: string;
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
  readonly sizePt: number;
  /** Index of the page, from 0. */
  readonly page: number;
}

/**
 * Reads the drawn texts of a PDF that `renderPdf` has written, in the order of the content streams.
 */
export function readPdf(bytes: Uint8Array): readonly PdfText[] {
  const file = Buffer.from(bytes).toString('latin1');
  const fonts = fontsOf(file);
  const pages = [...file.matchAll(/\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/g)];
  return pages.flatMap(([, id], page) => textsOf(streamOf(file, id ?? ''), fonts, page));
}

/** Returns the number of pages. */
export const pageCount = (bytes: Uint8Array): number =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\n/g)?.length ?? 0;

const objectOf = (file: string, id: string): string =>
  new RegExp(`(?:^|\\n)${id} 0 obj\\n([\\s\\S]*?)\\nendobj`).exec(file)?.[1] ?? '';

/** Returns the content of a stream. */
function streamOf(file: string, id: string): string {
  const object = objectOf(file, id);
  const content = /stream\n([\s\S]*)\nendstream/.exec(object)?.[1] ?? '';
  if (!object.includes('/Filter /FlateDecode')) return content;
  return inflateSync(Buffer.from(content, 'latin1')).toString('latin1');
}

interface Font {
  /** Characters of each glyph. */
  readonly characters: readonly string[];
  /** Width of each glyph in thousandths of the size. */
  readonly widths: readonly number[];
}

function fontsOf(file: string): ReadonlyMap<string, Font> {
  const names = [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)];
  return new Map(
    names.map(([, name = '', id = '']) => {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objectOf(file, id))?.[1] ?? '';
      const entries = [...streamOf(file, unicode).matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
        [...(list ?? '').matchAll(/<([0-9a-f ]*)>/g)].map(([, codes]) => charactersOf(codes ?? '')),
      );
      const descendant = /\/DescendantFonts \[(\d+) 0 R\]/.exec(objectOf(file, id))?.[1] ?? '';
      const widths = /\/W \[0 \[([^\]]*)\]\]/.exec(objectOf(file, descendant))?.[1] ?? '';
      return [name, { characters: entries, widths: widths.split(' ').map(Number) }];
    }),
  );
}

const charactersOf = (codes: string): string =>
  codes
    .split(' ')
    .filter((code) => code !== '')
    .map((code) => String.fromCharCode(Number.parseInt(code, 16)))
    .join('');

function textsOf(
  stream: string,
  fonts: ReadonlyMap<string, Font>,
  page: number,
): readonly PdfText[] {
  const blocks = stream.matchAll(
    /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) ([\d.]+) Tf\n(?:[^\n]*\n)*?\[([^\]]*)\] TJ/g,
  );
  return [...blocks].map(([, x, y, name, size, glyphs]) => {
    const font = fonts.get(name ?? '');
    const hex = [...(glyphs ?? '').matchAll(/<([0-9a-f]*)>/g)].map(([, code]) => code).join('');
    const ids = (hex.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16));
    const text = ids.map((glyph) => font?.characters[glyph] ?? '').join('');
    const width = ids.reduce((sum, glyph) => sum + (font?.widths[glyph] ?? 0), 0);
    const sizePt = Number(size);
    const place = { xPt: Number(x), yPt: Number(y), page };
    return { ...place, text, sizePt, widthPt: (width * sizePt) / 1000 };
  });
}
