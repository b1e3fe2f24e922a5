// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { fail, ok, problem, type Result } from '#foundation';
import { createQueryRoot, render, unmountAll, until } from '../testing.ts';
import { type Loaded, useLoaded } from './use-loaded.ts';

afterEach(unmountAll);

type Read = () => Promise<Result<number>>;
let loaded: Loaded<number>;

function Figure(props: { readonly read: Read; readonly refreshMs?: number }): ReactNode {
  const { read, ...options } = props;
  loaded = useLoaded(['figure'], read, { uncached: true, ...options });
  return null;
}

/** Creates a read that counts its requests and returns the number of the request after `ms`. */
function countRequests(ms: number): Read {
  let requests = 0;
  return async () => {
    requests += 1;
    const request = requests;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return ok(request);
  };
}

describe('useLoaded', () => {
  it('shows the value of a server that is slower than the refresh interval', async () => {
    await render(createQueryRoot()(<Figure read={countRequests(60)} refreshMs={20} />));
    await until(() => loaded.value === 1, 1_000);
    await until(() => loaded.value === 2, 1_000);
  });

  it('keeps its value when a refresh fails, and drops the problem after the next success', async () => {
    let response: Result<number> = ok(1);
    await render(createQueryRoot()(<Figure read={async () => response} />));
    await until(() => loaded.value === 1);
    response = fail(problem('X', 'No', '', ''));
    await act(async () => loaded.refresh());
    await until(() => loaded.problem?.code === 'X');
    expect(loaded.value).toBe(1);
    response = ok(2);
    await act(async () => loaded.refresh());
    await until(() => loaded.value === 2);
    expect(loaded.problem).toBeNull();
  });

  it('shows a replacement until the next refresh', async () => {
    await render(createQueryRoot()(<Figure read={countRequests(0)} />));
    await until(() => loaded.value === 1);
    await act(async () => loaded.replace(7));
    await until(() => loaded.value === 7);
    await act(async () => loaded.refresh());
    await until(() => loaded.value === 2);
  });

  it('loads again in each view when it is uncached', async () => {
    const read = countRequests(20);
    const inQueryRoot = createQueryRoot();
    const { draw } = await render(inQueryRoot(<Figure read={read} />));
    await until(() => loaded.value === 1);
    await draw(inQueryRoot(null));
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    await draw(inQueryRoot(<Figure read={read} />));
    expect(loaded.value).toBeNull();
    await until(() => loaded.value === 2);
  });
});
