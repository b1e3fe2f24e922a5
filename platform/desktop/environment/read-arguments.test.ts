import { expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

it('refuses what it does not know without repeating it: it may hold a password', () => {
  for (const args of [['--S3cret'], ['-x'], ['clockface://a', 'clockface://b?pwd=S3cret']]) {
    const read = readArguments(args);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('S3cret');
  }
});

it('reads a link, registering and nothing at all', () => {
  expect(readArguments([])).toEqual({ ok: true, value: { kind: 'open', link: null } });
  expect(readArguments(['--register'])).toEqual({ ok: true, value: { kind: 'register' } });
  expect(readArguments(['--unregister'])).toEqual({ ok: true, value: { kind: 'unregister' } });
  const link = 'clockface://external-link?mrn=1';
  expect(readArguments([link])).toEqual({ ok: true, value: { kind: 'open', link } });
});
