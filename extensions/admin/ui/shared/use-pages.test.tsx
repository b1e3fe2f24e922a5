// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { fail, ok, problem, type Result } from '#foundation';
import { render, unmountAll, until } from '#ui/testing';
import { type Page, type Pages, usePages } from './use-pages.ts';

afterEach(unmountAll);

type Answer = Result<Page<string>>;
let pages: Pages<string>;

function List(props: {
  readonly question: string;
  readonly read: (question: string, cursor: string | undefined) => Promise<Answer>;
}): ReactNode {
  pages = usePages<string>(props.question, ({ cursor }) => props.read(props.question, cursor));
  return null;
}

const page = (items: readonly string[], nextCursor: string | null = null): Answer =>
  ok({ items, total: 4, nextCursor });

it('never shows the answer to an earlier question when it comes last', async () => {
  const answers = new Map<string, (answer: Answer) => void>();
  const read = (question: string) =>
    new Promise<Answer>((resolve) => answers.set(question, resolve));
  const { draw } = await render(<List question="old" read={read} />);
  await draw(<List question="new" read={read} />);
  await act(async () => answers.get('new')?.(page(['new'])));
  await act(async () => answers.get('old')?.(page(['old'])));
  expect(pages.items).toEqual(['new']);
});

it('keeps what it has when the same question fails, and nothing of another one', async () => {
  const gone = fail(problem('X', 'No', '', ''));
  let answer: Answer = page(['old'], 'next');
  const asked: (string | undefined)[] = [];
  const read = async (_question: string, cursor: string | undefined): Promise<Answer> => {
    asked.push(cursor);
    return answer;
  };
  const { draw } = await render(<List question="old" read={read} />);
  await until(() => pages.items.length === 1);
  answer = gone;
  await act(async () => pages.refresh());
  await until(() => pages.problem !== null);
  expect([pages.items, pages.hasMore]).toEqual([['old'], true]);
  await draw(<List question="new" read={read} />);
  await until(() => !pages.loading);
  expect([pages.items, pages.total, pages.hasMore]).toEqual([[], null, false]);
  await act(async () => pages.loadMore());
  expect(asked).toEqual([undefined, undefined, undefined]);
});

it('goes on by the cursor, once at a time, and keeps what it has when more fails', async () => {
  const asked: (string | undefined)[] = [];
  const read = async (_question: string, cursor: string | undefined): Promise<Answer> => {
    asked.push(cursor);
    if (cursor === undefined) return page(['a', 'b'], 'next');
    return asked.length === 2 ? fail(problem('X', 'No', '', '')) : page(['c', 'd']);
  };
  await render(<List question="all" read={read} />);
  await until(() => pages.items.length === 2);
  await act(async () => {
    pages.loadMore();
    pages.loadMore();
  });
  await until(() => pages.problem !== null);
  expect([pages.items.length, asked]).toEqual([2, [undefined, 'next']]);
  await act(async () => pages.loadMore());
  await until(() => pages.items.length === 4);
  expect([pages.hasMore, pages.problem]).toEqual([false, null]);
});
