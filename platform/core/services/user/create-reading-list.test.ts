import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ListedStudy } from '#contracts';
import { ok } from '#foundation';
import { createReadingList, type ReadingListOptions } from './create-reading-list.ts';
import { WAITING_STUDIES } from './reading-list.ts';

const READER = 'reader';

interface Row {
  readonly id: string;
  readonly readingState?: ListedStudy['readingState'];
  readonly reader?: string;
  readonly scanCount?: number;
}

function listOf(...rows: readonly Row[]) {
  let current = rows;
  const queries: Record<string, unknown>[] = [];
  const session = createStore<{ user: { id: string } | null }>(() => ({ user: { id: READER } }));
  const call = async (_route: unknown, { query }: { query: Record<string, unknown> }) => {
    queries.push(query);
    const first = Number(query.cursor ?? 0);
    // Two rows a page, so that the list is read over pages.
    const items = current.slice(first, first + 2).map((row) => ({
      id: row.id,
      readingState: row.readingState ?? 'NEW',
      claimedBy: row.reader === undefined ? null : { accountId: row.reader, name: 'R', since: '' },
      scanCount: row.scanCount ?? 1,
    }));
    const nextCursor = first + 2 < current.length ? String(first + 2) : null;
    return ok({ items, total: current.length, nextCursor });
  };
  const options = { api: { call }, session: { store: session } };
  const list = createReadingList(options as unknown as ReadingListOptions);
  const open = (studyId: string, query: object = { priority: 'STAT' }) =>
    list.open({
      query,
      studyId,
      order: current.map(({ id }) => id),
      number: current.findIndex(({ id }) => id === studyId) + 1,
      total: current.length,
    });
  const becomes = (...changed: readonly Row[]) => {
    current = changed;
  };
  return { list, open, becomes, queries, session };
}

const rows = (...ids: readonly string[]): Row[] => ids.map((id) => ({ id }));

describe('the list from which a study is opened', () => {
  it('continues after the study, with its filters and position', async () => {
    const { list, open, queries } = listOf(...rows('a', 'b', 'c'));
    open('b');
    expect(list.store.getState()).toEqual({ studyId: 'b', number: 2, total: 3 });
    expect(await list.next('b')).toEqual(ok('c'));
    expect(list.store.getState()).toEqual({ studyId: 'c', number: 3, total: 3 });
    expect(queries[0]).toMatchObject({ priority: 'STAT' });
  });

  it('ends after its last study and keeps the position', async () => {
    const { list, open } = listOf(...rows('a', 'b', 'c'));
    open('c');
    expect(await list.next('c')).toEqual(ok(null));
    expect(list.store.getState()?.number).toBe(3);
  });

  it('goes on at its place when the study has left the filter', async () => {
    const { list, open, becomes } = listOf(...rows('a', 'b', 'c', 'd'));
    open('b');
    becomes(...rows('new', 'a', 'c', 'd'));
    expect(await list.next('b')).toEqual(ok('c'));
    becomes(...rows('new', 'a'));
    expect(await list.next('c'), 'all that came after have left too').toEqual(ok(null));
  });

  it('skips studies that others read, that have no scan, or that are signed', async () => {
    const { list, open } = listOf(
      { id: 'a' },
      { id: 'read by another', reader: 'another' },
      { id: 'no scan', scanCount: 0 },
      { id: 'signed', readingState: 'SIGNED' },
      { id: 'own', reader: READER },
    );
    open('a');
    expect(await list.next('a')).toEqual(ok('own'));
  });

  it('shows signed studies where the list asks for them', async () => {
    const signed = [
      { id: 'a', readingState: 'SIGNED' },
      { id: 'b', readingState: 'SIGNED' },
    ] as const;
    const { list, open } = listOf(...signed);
    open('a', { readingState: 'SIGNED' });
    expect(await list.next('a')).toEqual(ok('b'));
  });

  it('is replaced by the waiting studies when another study is open', async () => {
    const { list, open, queries } = listOf(...rows('a', 'b'));
    open('a');
    expect(await list.next('from a link')).toEqual(ok('a'));
    expect(queries[0]).toMatchObject(WAITING_STUDIES);
    expect(list.store.getState()?.studyId, 'the list is kept').toBe('a');
  });

  it('is forgotten when the user changes', async () => {
    const { list, open, session } = listOf(...rows('a', 'b'));
    open('a');
    session.setState({ user: { id: 'another' } });
    expect(list.store.getState()).toBeNull();
  });
});
