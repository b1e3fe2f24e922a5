import { describe, expect, it } from 'vitest';
import { addFiles } from './selected-files.ts';

const file = (name: string, text = 'x'): File => new File([text], name);

describe('files chosen for an attachment', () => {
  it('leave out an empty one by name, and keep the others', () => {
    const { files, problem } = addFiles([], [file('a.pdf'), file('b.pdf', ''), file('c.pdf')]);
    expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
    expect(problem).toEqual({ kind: 'empty', name: 'b.pdf' });
  });

  it('leave out one that the server would refuse for its size', () => {
    const large = Object.defineProperty(file('large.dcm'), 'size', { value: 513 * 1024 ** 2 });
    expect(addFiles([], [large])).toEqual({
      files: [],
      problem: { kind: 'too-large', name: 'large.dcm' },
    });
  });

  it('are at most a hundred', () => {
    const many = Array.from({ length: 101 }, (_, idx) => file(`${idx}.png`));
    const { files, problem } = addFiles([], many);
    expect(files).toHaveLength(100);
    expect(problem).toEqual({ kind: 'too-many' });
  });

  it('get names of their own', () => {
    const first = addFiles([], [file('a.pdf')]).files;
    expect(addFiles(first, [file('A.pdf')]).files.map(({ name }) => name)).toEqual([
      'a.pdf',
      'A (2).pdf',
    ]);
  });
});
