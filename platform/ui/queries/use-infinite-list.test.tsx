// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { fail, ok, problem, type Result } from '#foundation';
import { createQueryRoot, render, unmountAll, until } from '../testing.ts';
import { type InfiniteList, type Page, useInfiniteList } from './use-infinite-list.ts';

afterEach(unmountAll);

type PageResult = Result<Page<string>>;
let list: InfiniteList<string>;

function List(props: {
  readonly name: string;
  readonly read: (name: string, cursor: string | undefined) => Promise<PageResult>;
  readonly refreshMs?: (items: readonly string[]) => number | false;
}): ReactNode {
  const { name, read, ...options } = props;
  list = useInfiniteList<string>([name], ({ cursor }) => read(name, cursor), {
    uncached: true,
    keepsPrevious: true,
    ...options,
  });
  return null;
}

const page = (items: readonly string[], nextCursor: string | null = null): PageResult =>
  ok({ items, total: 4, nextCursor });
const failure = fail(problem('X', 'No', '', ''));

describe('useInfiniteList', () => {
  it('ignores a late response to an older request', async () => {
    const resolvers = new Map<string, (response: PageResult) => void>();
    const read = (name: string) =>
      new Promise<PageResult>((resolve) => resolvers.set(name, resolve));
    const inQueryRoot = createQueryRoot();
    const { draw } = await render(inQueryRoot(<List name="old" read={read} />));
    await draw(inQueryRoot(<List name="new" read={read} />));
    await act(async () => resolvers.get('new')?.(page(['new'])));
    await act(async () => resolvers.get('old')?.(page(['old'])));
    await until(() => list.items !== null);
    expect(list.items).toEqual(['new']);
  });

  it('keeps its items when a refresh fails, and drops them when another request fails', async () => {
    let response: PageResult = page(['old'], 'next');
    const read = async (): Promise<PageResult> => response;
    const inQueryRoot = createQueryRoot();
    const { draw } = await render(inQueryRoot(<List name="old" read={read} />));
    await until(() => list.items?.length === 1);
    response = failure;
    await act(async () => list.refresh());
    await until(() => list.problem !== null);
    expect([list.items, list.hasMore]).toEqual([['old'], true]);
    await draw(inQueryRoot(<List name="new" read={read} />));
    await until(() => !list.loading);
    expect([list.items, list.total, list.hasMore]).toEqual([null, null, false]);
    expect(list.problem?.code).toBe('X');
  });

  it('loads one page at a time and keeps its items when the next page fails', async () => {
    const cursors: (string | undefined)[] = [];
    const read = async (_name: string, cursor: string | undefined): Promise<PageResult> => {
      cursors.push(cursor);
      if (cursor === undefined) return page(['a', 'b'], 'next');
      return cursors.length === 2 ? failure : page(['c', 'd']);
    };
    await render(createQueryRoot()(<List name="all" read={read} />));
    await until(() => list.items?.length === 2);
    await act(async () => {
      list.loadMore();
      list.loadMore();
    });
    await until(() => list.problem !== null);
    expect([list.items?.length, cursors]).toEqual([2, [undefined, 'next']]);
    await act(async () => list.loadMore());
    await until(() => list.items?.length === 4);
    expect([list.hasMore, list.problem, list.pageCount]).toEqual([false, null, 2]);
  });

  it('refreshes until the loaded items need no refresh', async () => {
    let requests = 0;
    const read = async (): Promise<PageResult> => {
      requests += 1;
      return page([requests < 3 ? 'running' : 'ended']);
    };
    const refreshMs = (items: readonly string[]) => (items.includes('ended') ? false : 10);
    await render(createQueryRoot()(<List name="jobs" read={read} refreshMs={refreshMs} />));
    await until(() => list.items?.[0] === 'ended');
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
    expect(requests).toBe(3);
  });
});
