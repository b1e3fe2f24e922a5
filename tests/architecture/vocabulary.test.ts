import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';
import { partsOfName, retiredWords } from './vocabulary.ts';

/** Names that other programs or stored data define. */
const ALLOWED_NAMES: readonly string[] = [];
/** The list of retired words itself, and AssemblyScript, whose decorators the parser rejects. */
const EXCLUDED_FILES = /^tests\/architecture\/vocabulary|\/assembly\//;
/** Fewer files mean that the check reads another tree. */
const MIN_FILES = 2_000;

const files = sourceFiles().filter(({ path }) => !EXCLUDED_FILES.test(path));

describe('the vocabulary of the code', () => {
  it('contains no retired word (the terms are in docs/glossary.md)', () => {
    expect(files.length).toBeGreaterThan(MIN_FILES);
    const found = files
      .flatMap(retiredWords)
      .filter(({ found: name }) => !ALLOWED_NAMES.includes(name));
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

  it('ignores strings and words that only contain a retired word', () => {
    expect(found("const a = 'told'; const foretold = desktop; const bookshelfCount = 1;")).toEqual(
      [],
    );
  });
});

describe('partsOfName', () => {
  it('splits camel case, capitals and underscores', () => {
    expect(partsOfName('readDICOMFile')).toEqual(['read', 'dicom', 'file']);
    expect(partsOfName('MAX_FILE_LINES')).toEqual(['max', 'file', 'lines']);
  });
});
