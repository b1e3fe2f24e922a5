import { describe, expect, it } from 'vitest';
import { addFiles } from './selected-files.ts';

const file = (name: string, text = 'x'): File => new File([text], name);

describe('files selected for an attachment', () => {
  it('exclude an empty file by name and keep the others', () => {
    const { files, problem } = addFiles([], [file('a.pdf'), file('b.pdf', ''), file('c.pdf')]);
    expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
    expect(problem).toEqual({ kind: 'empty', name: 'b.pdf' });
  });

  it('exclude a file above the size limit of the server', () => {
    // The limit is 512 MiB.
    const large = Object.defineProperty(file('large.dcm'), 'size', { value: 513 * 1024 ** 2 });
    expect(addFiles([], [large])).toEqual({
      files: [],
      problem: { kind: 'too-large', name: 'large.dcm' },
    });
  });

  it('number at most a hundred', () => {
    const many = Array.from({ length: 101 }, (_, idx) => file(`${idx}.png`));
    const { files, problem } = addFiles([], many);
    expect(files).toHaveLength(100);
    expect(problem).toEqual({ kind: 'too-many' });
  });

  it('get unique names', () => {
    const selected = addFiles([], [file('a.pdf')]).files;
    expect(addFiles(selected, [file('A.pdf')]).files.map(({ name }) => name)).toEqual([
      'a.pdf',
      'A (2).pdf',
    ]);
  });
});
