// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { fail, ok, problem, type Result } from '#foundation';
import { render, unmountAll, until } from '#ui/testing';
import { type Page, type Pages, usePages } from './use-pages.ts';

afterEach(unmountAll);

type PageResult = Result<Page<string>>;
let pages: Pages<string>;

function List(props: {
  readonly requestKey: string;
  readonly read: (requestKey: string, cursor: string | undefined) => Promise<PageResult>;
}): ReactNode {
  pages = usePages<string>(props.requestKey, ({ cursor }) => props.read(props.requestKey, cursor));
  return null;
}

const page = (items: readonly string[], nextCursor: string | null = null): PageResult =>
  ok({ items, total: 4, nextCursor });

it('ignores a late response to an older request', async () => {
  const resolvers = new Map<string, (response: PageResult) => void>();
  const read = (requestKey: string) =>
    new Promise<PageResult>((resolve) => resolvers.set(requestKey, resolve));
  const { draw } = await render(<List requestKey="old" read={read} />);
  await draw(<List requestKey="new" read={read} />);
  await act(async () => resolvers.get('new')?.(page(['new'])));
  await act(async () => resolvers.get('old')?.(page(['old'])));
  expect(pages.items).toEqual(['new']);
});

it('keeps its pages when the same request fails, and drops them when another request fails', async () => {
  const failure = fail(problem('X', 'No', '', ''));
  let response: PageResult = page(['old'], 'next');
  const requestedCursors: (string | undefined)[] = [];
  const read = async (_question: string, cursor: string | undefined): Promise<PageResult> => {
    requestedCursors.push(cursor);
    return response;
  };
  const { draw } = await render(<List requestKey="old" read={read} />);
  await until(() => pages.items.length === 1);
  response = failure;
  await act(async () => pages.refresh());
  await until(() => pages.problem !== null);
  expect([pages.items, pages.hasMore]).toEqual([['old'], true]);
  await draw(<List requestKey="new" read={read} />);
  await until(() => !pages.loading);
  expect([pages.items, pages.total, pages.hasMore]).toEqual([[], null, false]);
  await act(async () => pages.loadMore());
  expect(requestedCursors).toEqual([undefined, undefined, undefined]);
});

it('loads one page at a time by cursor and keeps its pages when the next page fails', async () => {
  const requestedCursors: (string | undefined)[] = [];
  const read = async (_question: string, cursor: string | undefined): Promise<PageResult> => {
    requestedCursors.push(cursor);
    if (cursor === undefined) return page(['a', 'b'], 'next');
    return requestedCursors.length === 2 ? fail(problem('X', 'No', '', '')) : page(['c', 'd']);
  };
  await render(<List requestKey="all" read={read} />);
  await until(() => pages.items.length === 2);
  await act(async () => {
    pages.loadMore();
    pages.loadMore();
  });
  await until(() => pages.problem !== null);
  expect([pages.items.length, requestedCursors]).toEqual([2, [undefined, 'next']]);
  await act(async () => pages.loadMore());
  await until(() => pages.items.length === 4);
  expect([pages.hasMore, pages.problem]).toEqual([false, null]);
});
