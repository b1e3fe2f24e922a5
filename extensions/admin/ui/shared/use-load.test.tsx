// @vitest-environment jsdom
import { afterEach, it } from 'vitest';
import { ok, type Result } from '#foundation';
import { render, unmountAll, until } from '#ui/testing';
import { useLoad } from './use-load.ts';

afterEach(unmountAll);

let requestCount = 0;

/** Takes longer than the poll interval of the test. */
async function slowly(): Promise<Result<number>> {
  requestCount += 1;
  await new Promise((resolve) => setTimeout(resolve, 60));
  return ok(requestCount);
}

function Figure() {
  const { value } = useLoad('figure', slowly, 20);
  return <p>{value === null ? 'nothing' : `read ${value}`}</p>;
}

it('shows the value of a slow server and polls again only after the response', async () => {
  await render(<Figure />);
  await until(() => document.body.textContent === 'read 1', 1_000);
  await until(() => document.body.textContent === 'read 2', 1_000);
});
