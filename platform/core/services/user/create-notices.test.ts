import { describe, expect, it } from 'vitest';
import { errorResponseProblem, unreachedProblem } from '#api-client';
import { problem } from '#foundation';
import { manualClock } from '../../testing/index.ts';
import { createNotices, type NoticesOptions } from './create-notices.ts';

function createHarness(options: NoticesOptions = {}) {
  const clock = manualClock();
  const logged: string[] = [];
  const notices = createNotices({ clock, log: ({ code }) => logged.push(code), ...options });
  const kinds = () => notices.store.getState().map((notice) => notice.kind);
  const texts = () => notices.store.getState().map((notice) => notice.text);
  return { clock, notices, kinds, texts, logged };
}

const invalid = JSON.stringify({
  errorType: 'ValidationFailed',
  errors: [{ field: 'lastName', code: 'missing', message: 'Enter the last name' }],
});
const fault = errorResponseProblem('GET', 500, 'select * from patient');

describe('notices', () => {
  it('disappear after 2.5 s, user errors after 5 s, validation errors after 10 s', async () => {
    const { clock, notices, kinds } = createHarness();
    notices.show('success', 'Saved');
    notices.showProblem(
      errorResponseProblem('POST', 409, '{"errorType":"Taken","message":"Taken"}'),
    );
    notices.showProblem(errorResponseProblem('POST', 400, invalid));
    expect(kinds()).toEqual(['success', 'user-error', 'validation']);
    await clock.advance(2_500);
    expect(kinds()).toEqual(['user-error', 'validation']);
    await clock.advance(2_500);
    expect(kinds()).toEqual(['validation']);
    await clock.advance(4_999);
    expect(kinds()).toEqual(['validation']);
    await clock.advance(1);
    expect(kinds()).toEqual([]);
  });

  it('use the default texts for success and failure', async () => {
    const { clock, notices, texts } = createHarness();
    notices.succeeded();
    notices.failed();
    expect(texts()).toEqual(['Action was successful', 'Action failed']);
    await clock.advance(2_500);
    expect(texts()).toEqual([]);
  });

  it('pause while being read and continue with the remaining time', async () => {
    const { clock, notices, texts } = createHarness();
    notices.show('info', 'One');
    await clock.advance(2_000);
    const pointer = notices.pause();
    const focus = notices.pause();
    notices.show('info', 'Two');
    await clock.advance(60_000);
    pointer.dispose();
    await clock.advance(60_000);
    expect(texts()).toEqual(['One', 'Two']);
    focus.dispose();
    focus.dispose();
    await clock.advance(500);
    expect(texts()).toEqual(['Two']);
    await clock.advance(2_000);
    expect(texts()).toEqual([]);
  });

  it('show the same text once, and at most five notices', () => {
    const { notices, texts } = createHarness();
    notices.show('info', 'Again');
    notices.show('info', 'Again');
    expect(texts()).toHaveLength(1);
    for (let index = 0; index < 8; index += 1) notices.show('info', `Notice ${index}`);
    expect(texts()).toEqual([3, 4, 5, 6, 7].map((index) => `Notice ${index}`));
  });

  it('leave no timer after dispose', () => {
    const { clock, notices } = createHarness();
    notices.show('info', 'One');
    notices.show('info', 'Two');
    notices.dispose();
    expect(clock.pending).toBe(0);
  });
});

describe('the notice of a Problem', () => {
  it('names every field to correct', () => {
    const { notices, texts } = createHarness();
    notices.showProblem(errorResponseProblem('POST', 400, invalid));
    expect(texts()).toEqual(['Enter the last name.']);
  });

  it('gives the next step', () => {
    const { notices, texts, kinds } = createHarness();
    notices.showProblem(problem('CONNECTION_LOST', 'No connection', 'socket closed', 'Wait.'));
    notices.showProblem(unreachedProblem('GET', new Error('x'), false));
    expect(texts()[0]).toBe('No connection. Wait.');
    expect(kinds()).toEqual(['user-error', 'warning']);
  });

  it('is omitted when the user has cancelled', () => {
    const { notices, texts, logged } = createHarness();
    notices.showProblem(unreachedProblem('GET', new Error('x'), true));
    expect([texts(), logged]).toEqual([[], []]);
  });

  it('shows the text of a fault in developer mode only and logs the fault', () => {
    const { notices, texts, logged } = createHarness();
    notices.showProblem(fault);
    expect(texts()).toEqual(['Action failed']);
    expect(logged).toEqual(['HTTP_500']);
    const developer = createHarness({ developerMode: true });
    developer.notices.showProblem(fault);
    expect(developer.kinds()).toEqual(['failed', 'developer']);
    expect(developer.texts()[1]).toContain('The server returned status 500');
  });
});

it('logs an unrequested fault and shows the fault in developer mode only', () => {
  const { notices, texts, logged } = createHarness();
  notices.reportFault(fault);
  expect([texts(), logged]).toEqual([[], ['HTTP_500']]);
  const developer = createHarness({ developerMode: true });
  developer.notices.reportFault(fault);
  expect(developer.kinds()).toEqual(['developer']);
});
