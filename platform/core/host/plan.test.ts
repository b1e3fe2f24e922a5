import { describe, expect, it } from 'vitest';
import { type ManifestInput, manifestSchema } from '#contracts';
import { type PlanEntry, type PlanInput, plan } from '#core';

function entry(id: string, change: Partial<ManifestInput> = {}): PlanEntry {
  const manifest = manifestSchema.parse({
    schema: 1,
    id,
    version: '1.2.0',
    title: id,
    description: id,
    host: '^1.0.0',
    ...change,
  });
  return { manifest, origin: 'built-in' };
}

function planOf(entries: readonly PlanEntry[], change: Partial<PlanInput> = {}) {
  return plan({ entries, switches: {}, hostVersion: '1.0.0', safe: false, ...change });
}

function codes(result: ReturnType<typeof plan>): Record<string, string> {
  return Object.fromEntries(result.rejected.map(({ id, problem }) => [id, problem.code]));
}

describe('plan', () => {
  it('starts each extension after its requirements, whatever the input order', () => {
    const reader = entry('reader', { requires: { store: '^1.0.0' } });
    const store = entry('store', { requires: { base: '>=1' } });
    expect(planOf([reader, store, entry('base')]).start).toEqual(['base', 'store', 'reader']);
  });

  it('starts optional extensions first unless that creates a cycle', () => {
    const a = entry('a', { optional: { b: '*' } });
    const b = entry('b', { optional: { a: '*' } });
    expect(planOf([a, entry('b')]).start).toEqual(['b', 'a']);
    expect(planOf([a, b]).start).toEqual(['a', 'b']);
    const circle = entry('b', { requires: { a: '*' } });
    expect(planOf([a, circle]).start).toEqual(['a', 'b']);
  });

  it('leaves out an extension that the site switched off, without a problem', () => {
    const result = planOf([entry('a'), entry('b')], { switches: { a: { enabled: false } } });
    expect(result).toMatchObject({ start: ['b'], off: ['a'], rejected: [], notes: [] });
  });

  it('gives the reason when a required extension is off, missing, rejected or of the wrong version', () => {
    const result = planOf(
      [
        entry('off'),
        entry('needs-off', { requires: { off: '*' } }),
        entry('needs-missing', { requires: { nobody: '*' } }),
        entry('needs-refused', { requires: { 'needs-missing': '*' } }),
        entry('needs-newer', { requires: { fine: '^2.0.0' } }),
        entry('fine'),
      ],
      { switches: { off: { enabled: false } } },
    );
    expect(result.start).toEqual(['fine']);
    expect(codes(result)).toEqual({
      'needs-off': 'REQUIRED_EXTENSION_OFF',
      'needs-missing': 'REQUIRED_EXTENSION_MISSING',
      'needs-refused': 'REQUIRED_EXTENSION_REFUSED',
      'needs-newer': 'REQUIRED_EXTENSION_RANGE',
    });
  });

  it('rejects each member of a cycle with its path, and the dependents', () => {
    const result = planOf([
      entry('a', { requires: { b: '*' } }),
      entry('b', { requires: { a: '*' } }),
      entry('c', { requires: { a: '*' } }),
      entry('d'),
    ]);
    expect(result.start).toEqual(['d']);
    expect(codes(result)).toEqual({
      a: 'REQUIRES_CYCLE',
      b: 'REQUIRES_CYCLE',
      c: 'REQUIRED_EXTENSION_REFUSED',
    });
    expect(result.rejected[0]?.problem.detail).toBe('a needs b needs a.');
  });

  it('rejects a wrong host version, a duplicate extension and a foreign contribution id', () => {
    const commands = (id: string) => ({ contributes: { commands: [{ id, title: 'Do' }] } });
    const result = planOf([
      entry('old', { host: '^0.9.0' }),
      entry('twin'),
      entry('twin', { version: '9.0.0' }),
      entry('thief', commands('twin.do')),
      entry('a', commands('a.b.do')),
      entry('a.b', commands('a.b.do')),
    ]);
    expect(result.start).toEqual(['twin', 'a']);
    expect(codes(result)).toEqual({
      old: 'HOST_RANGE',
      twin: 'EXTENSION_DUPLICATE',
      thief: 'CONTRIBUTION_FOREIGN_ID',
      'a.b': 'DUPLICATE_CONTRIBUTION',
    });
  });

  it('rejects a second page at the same path', () => {
    const page = (id: string) => ({
      contributes: { routes: [{ id: `${id}.page`, title: id, path: '/same', features: [] }] },
    });
    expect(codes(planOf([entry('a', page('a')), entry('b', page('b'))]))).toEqual({
      b: 'DUPLICATE_CONTRIBUTION',
    });
  });

  it('starts only built-in extensions in a safe start', () => {
    const thirdParty: PlanEntry = { ...entry('org.example.x'), origin: 'third-party' };
    expect(planOf([entry('a'), thirdParty], { safe: true })).toMatchObject({
      start: ['a'],
      off: ['org.example.x'],
    });
  });

  it('notes a switch of an unknown extension and an optional extension of the wrong version', () => {
    const result = planOf([entry('a', { optional: { b: '^9.0.0' } }), entry('b')], {
      switches: { scaner: { enabled: false } },
    });
    expect(result.start).toEqual(['b', 'a']);
    expect(result.notes.map((note) => note.code)).toEqual([
      'EXTENSION_UNKNOWN',
      'OPTIONAL_EXTENSION_RANGE',
    ]);
  });

  it('keeps old ids working and notes renames without a valid target', () => {
    const contributes = { commands: [{ id: 'a.new', title: 'New' }] };
    const valid = planOf([entry('a', { contributes, renamed: { 'a.old': 'a.new' } })]);
    expect(valid.renamed.get('a.old')).toBe('a.new');
    const invalid = planOf([
      entry('a', { contributes, renamed: { 'a.new': 'a.new', 'a.older': 'a.nothing' } }),
    ]);
    expect(invalid.renamed.size).toBe(0);
    expect(invalid.notes.map((note) => note.code)).toEqual([
      'RENAMED_CONFLICT',
      'RENAMED_CONFLICT',
    ]);
  });
});
