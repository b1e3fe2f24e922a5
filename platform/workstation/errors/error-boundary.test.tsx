// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, render, unmountAll } from '#ui/testing';
import { isChunkFailure, loadChunk } from './chunk-failure.ts';
import { ErrorBoundary } from './error-boundary.tsx';

afterEach(async () => {
  await unmountAll();
  vi.restoreAllMocks();
});

let broken = true;
function Panel() {
  if (broken) throw new Error('no volume');
  return <p>Findings</p>;
}

describe('a part of the page that throws', () => {
  it('is named with its extension, the rest lives on, and it can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    broken = true;
    const onError = vi.fn();
    const page = await render(
      <>
        <p>Patient bar</p>
        <ErrorBoundary what="Findings" source="breast-planes" onError={onError}>
          <Panel />
        </ErrorBoundary>
      </>,
    );
    expect(page.host.textContent).toContain('Patient bar');
    expect(page.host.textContent).toContain('Findings has failed');
    expect(page.host.textContent).toContain('no volume');
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ source: 'breast-planes' });
    broken = false;
    await click(page.host.querySelector('button'));
    expect(page.host.textContent).toBe('Patient barFindings');
  });
});

describe('a part of the program that does not come', () => {
  it('is told from a fault of the code', () => {
    const missing = new TypeError('Failed to fetch dynamically imported module: http://x/a.js');
    expect(isChunkFailure(missing)).toBe(true);
    expect(isChunkFailure(new Error('x is undefined'))).toBe(false);
  });

  it('is given up after the limit', async () => {
    const never = new Promise<never>(() => undefined);
    const failure = await loadChunk(() => never, 5).catch((thrown: unknown) => thrown);
    expect(isChunkFailure(failure)).toBe(true);
  });
});
