// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallProblem } from '#api-client';
import { fail, ok, type Problem, problem } from '#foundation';
import { startDownload } from './start-download.ts';

const ADDRESS = { url: '/audit/export?token=t&apikey=k', expiresAt: '2026-11-23T12:00:00.000Z' };

function setUp() {
  const shown: Problem[] = [];
  const services = {
    api: { addressOf: (path: string) => `https://clinic.example/api${path}` },
    notices: { showProblem: (failure: Problem) => void shown.push(failure) },
  };
  return { shown, services };
}

const frames = () => [...document.querySelectorAll('iframe')];

/** Lets the frame load a page with this address and content. */
function load(frame: HTMLIFrameElement | undefined, url: string, html: string): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  Object.defineProperty(page, 'URL', { value: url });
  Object.defineProperty(frame, 'contentDocument', { value: url === '' ? null : page });
  frame?.dispatchEvent(new Event('load'));
}

// A download of another test file may have left its frame in the shared page.
beforeEach(() => document.body.replaceChildren());
afterEach(() => document.body.replaceChildren());

describe('a download', () => {
  it('opens its address in a hidden frame and shows nothing', () => {
    const { shown, services } = setUp();
    expect(startDownload(services, ok(ADDRESS))).toBe(true);
    expect(frames().map(({ src, hidden }) => [src, hidden])).toEqual([
      [`https://clinic.example/api${ADDRESS.url}`, true],
    ]);
    load(frames()[0], 'about:blank', '');
    expect(shown).toEqual([]);
    expect(frames()).toHaveLength(1);
  });

  it('shows the error of the server as text', () => {
    const { shown, services } = setUp();
    startDownload(services, ok(ADDRESS));
    const error = { status: 409, body: { errorType: 'FileQuarantined', message: 'It is damaged' } };
    const content = JSON.stringify(error).replaceAll('"', '&quot;');
    load(frames()[0], ADDRESS.url, `<meta name="clockface-error" content="${content}"><p>…`);
    expect(shown).toMatchObject([
      { code: 'FILE_QUARANTINED', title: 'It is damaged', status: 409 },
    ]);
    expect(frames()).toEqual([]);
  });

  it.each([
    ['the page of a proxy', 'https://clinic.example/', '<h1>Bad gateway</h1>'],
    ['an unreachable server', '', ''],
  ])('shows a general error for %s', (_what, url, html) => {
    const { shown, services } = setUp();
    startDownload(services, ok(ADDRESS));
    load(frames()[0], url, html);
    expect(shown).toMatchObject([{ code: 'DOWNLOAD_FAILED' }]);
    expect(frames()).toEqual([]);
  });

  it('opens nothing and shows the reason when the server creates no address', () => {
    const { shown, services } = setUp();
    const failure: CallProblem = {
      ...problem('NOT_FOUND', 'The file was not found.', '', ''),
      status: 404,
      errorType: null,
      fields: [],
      omittedErrors: 0,
      data: null,
    };
    expect(startDownload(services, fail(failure))).toBe(false);
    expect(shown).toEqual([failure]);
    expect(frames()).toEqual([]);
  });
});
