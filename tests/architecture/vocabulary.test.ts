import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';
import { partsOfName, retiredWords } from './vocabulary.ts';

/** Names that other programs or stored data define. */
const ALLOWED_NAMES: readonly string[] = [];
/** SQL comments of migrations, whose text must not change after the migrations have run. */
const ALLOWED_TEXTS: readonly string[] = [
  '0001-first-tables.ts: tell',
  '0008-operations.ts: whoever',
  '0015-hidden-by-reader.ts: tells',
].map((text) => `platform/server/database/migrations/${text}`);
/** The list of retired words itself. */
const EXCLUDED_FILES = /^tests\/architecture\/vocabulary/;
/** Fewer files mean that the check reads another tree. */
const MIN_FILES = 2_000;

const files = sourceFiles().filter(({ path }) => !EXCLUDED_FILES.test(path));

describe('the vocabulary of the code', () => {
  it('contains no retired word (the terms are in docs/glossary.md)', { timeout: 120_000 }, () => {
    expect(files.length).toBeGreaterThan(MIN_FILES);
    const found = files
      .flatMap(retiredWords)
      .filter(({ found: name }) => !ALLOWED_NAMES.includes(name))
      .filter(({ path, found: word }) => !ALLOWED_TEXTS.includes(`${path}: ${word}`));
    expect(
      found.map(({ path, line, found: name, use }) => `${path}:${line}: ${name} → ${use}`),
    ).toEqual([]);
  });
});

describe('retiredWords', () => {
  const found = (text: string) =>
    retiredWords({ path: 'platform/a.tsx', text }).map(
      ({ line, found: name }) => `${line} ${name}`,
    );

  it('finds a retired word as a part of any kind of name', () => {
    expect(found('const shelvedVolume = 1;\nclass A { #tell() {} }')).toEqual([
      '1 shelvedVolume',
      '2 tell',
    ]);
    expect(found('const WISH_LIST = <Desk voice="x" />;')).toEqual([
      '1 WISH_LIST',
      '1 Desk',
      '1 voice',
    ]);
  });

  it('finds a retired word in a comment', () => {
    expect(found('const a = 1;\n// Drawn anew.')).toEqual(['2 anew']);
  });

  it('finds a retired word in a string, a template and JSX text', () => {
    expect(found("const a = 'Told by\\nnobody';")).toEqual(['1 told']);
    expect(found(`const a = \`heard \${b}\n\n whoever\`;`)).toEqual(['1 heard', '1 whoever']);
    expect(found('const a = <p title="a wish">tell {b} anew</p>;')).toEqual([
      '1 wish',
      '1 tell',
      '1 anew',
    ]);
  });

  it('ignores words and codes that only contain a retired word', () => {
    expect(found('const foretold = desktop; const bookshelfCount = 1;')).toEqual([]);
    expect(found("const a = ['untold', 'VOLUME_SHELF_FULL', 'wishlist'];")).toEqual([]);
  });
});

describe('partsOfName', () => {
  it('splits camel case, capitals and underscores', () => {
    expect(partsOfName('readDICOMFile')).toEqual(['read', 'dicom', 'file']);
    expect(partsOfName('MAX_FILE_LINES')).toEqual(['max', 'file', 'lines']);
  });
});
