import { expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

it('readArguments rejects unknown arguments without repeating them, because they may contain a password', () => {
  for (const args of [['--S3cret'], ['-x'], ['clockface://a', 'clockface://b?pwd=S3cret']]) {
    const read = readArguments(args);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('S3cret');
  }
});

it('readArguments accepts a link, a registration and no argument', () => {
  expect(readArguments([])).toEqual({ ok: true, value: { kind: 'open', link: null } });
  expect(readArguments(['--register'])).toEqual({ ok: true, value: { kind: 'register' } });
  expect(readArguments(['--unregister'])).toEqual({ ok: true, value: { kind: 'unregister' } });
  const link = 'clockface://external-link?mrn=1';
  expect(readArguments([link])).toEqual({ ok: true, value: { kind: 'open', link } });
});
