// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problem } from '#foundation';
import { click, render, unmountAll } from '#ui/testing';
import { fakeApplication } from '../test-support/fake-application.tsx';
import { isChunkFailure, loadChunk } from './chunk-failure.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ProblemCard } from './problem-card.tsx';

afterEach(async () => {
  await unmountAll();
  vi.restoreAllMocks();
});

let broken = true;
function Panel() {
  if (broken) throw new Error('no volume');
  return <p>Findings</p>;
}

describe('an error boundary', () => {
  it('names the failed part and its extension, keeps the rest of the page and offers a retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    broken = true;
    const onError = vi.fn();
    const page = await render(
      <>
        <p>Patient bar</p>
        <ErrorBoundary label="Findings" source="breast-planes" onError={onError}>
          <Panel />
        </ErrorBoundary>
      </>,
    );
    expect(page.host.textContent).toContain('Patient bar');
    expect(page.host.textContent).toContain('Findings failed');
    expect(page.host.textContent).toContain('no volume');
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ source: 'breast-planes' });
    broken = false;
    await click(page.host.querySelector('button'));
    expect(page.host.textContent).toBe('Patient barFindings');
  });

  it('logs the error with its label without showing a notice', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    broken = true;
    const application = await fakeApplication();
    const report = vi.spyOn(application.services.notices, 'reportFault');
    await render(
      application.wrap(
        <ErrorBoundary label="Findings" source="breast-planes">
          <Panel />
        </ErrorBoundary>,
      ),
    );
    expect(report.mock.calls[0]?.[0]).toMatchObject({ title: 'Findings failed' });
    expect(report.mock.calls[0]?.[1]).toContain('no volume');
    expect(application.services.notices.store.getState()).toEqual([]);
    application.dispose();
  });
});

describe('a program part that fails to load', () => {
  it.each(['CHUNK_MISSING', 'CHUNK_TIMEOUT', 'EXTENSION_NOT_LOADED'])(
    'offers a reload instead of a retry: %s',
    async (code) => {
      const retry = vi.fn();
      await render(<ProblemCard problem={problem(code, 'Missing', 'x', 'y')} onRetry={retry} />);
      expect(document.querySelector('button')?.textContent).toBe('Reload');
      await render(<ProblemCard problem={problem('OTHER', 'x', 'y', 'z')} onRetry={retry} />);
      const names = [...document.querySelectorAll('button')].map((button) => button.textContent);
      expect(names).toContain('Retry');
    },
  );

  it('is distinguished from an error in the code', () => {
    const missing = new TypeError('Failed to fetch dynamically imported module: http://x/a.js');
    expect(isChunkFailure(missing)).toBe(true);
    expect(isChunkFailure(new Error('x is undefined'))).toBe(false);
  });

  it('fails after the timeout', async () => {
    const pending = new Promise<never>(() => undefined);
    const failure = await loadChunk(() => pending, 5).catch((thrown: unknown) => thrown);
    expect(isChunkFailure(failure)).toBe(true);
  });
});
