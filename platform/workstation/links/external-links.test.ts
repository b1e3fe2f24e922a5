import { describe, expect, it } from 'vitest';
import type { ApiClient, CallProblem } from '#core';
import { manualClock, settle } from '#core/testing';
import { fail, ok } from '#foundation';
import { createExternalLinks } from './external-links.ts';

const NOT_FOUND = { status: 404, title: 'Not found', next: '' } as CallProblem;
const OFFLINE = { status: 0, title: 'Away', next: '' } as CallProblem;

function createHarness(responses: Readonly<Record<string, unknown>> = {}) {
  const requests: string[] = [];
  const messages: string[] = [];
  const visitedPaths: string[] = [];
  const clock = manualClock();
  const call = async (_route: unknown, { params }: { params: Record<string, string> }) => {
    const key = Object.values(params).join();
    requests.push(key);
    const response = responses[key];
    if (response === undefined) return fail(NOT_FOUND);
    return response === 'offline' ? fail(OFFLINE) : ok(response);
  };
  const links = createExternalLinks({
    api: { call } as unknown as ApiClient,
    notices: { show: (_kind, text) => String(messages.push(text)) },
    clock,
  });
  const open = async (
    search: string,
    navigate = (path: string): void => void visitedPaths.push(path),
  ) => {
    links.open(search, navigate);
    await settle();
  };
  return {
    links,
    open,
    clock,
    requests,
    messages,
    visitedPaths,
    state: () => links.store.getState(),
  };
}

const PATIENT = {
  'CF-1': { id: 'ada', lastStudyId: 's' },
  'CF-2': { id: 'eva', lastStudyId: 's' },
};

describe('external links', () => {
  it('are rejected with the specified text when they name nothing to open', async () => {
    const { open, messages, visitedPaths, state } = createHarness();
    await open('?action=format&mrn=CF-1');
    expect(messages).toEqual(['Failed to open the provided URL.']);
    expect(state()).toMatchObject({ message: 'NOT_PROCESSED', unreadable: true });
    expect(visitedPaths).toEqual([]);
  });

  it('stay unprocessed after an error until cleared', async () => {
    const { links, open, state, visitedPaths } = createHarness();
    expect(state().message).toBe('PROCESSED');
    await open('?action=openPatient&mrn=CF-9');
    expect(state()).toMatchObject({
      message: 'NOT_PROCESSED',
      error: { type: 'PatientNotFound', code: 'CF-9' },
    });
    expect(visitedPaths).toEqual(['/patient-not-found']);
    links.clear();
    expect(state()).toMatchObject({ message: 'PROCESSED', error: null });
  });

  it('open at once; of repeated links within a second only the last counts', async () => {
    const { open, clock, requests, visitedPaths } = createHarness(PATIENT);
    await open('?action=openPatient&mrn=CF-1');
    expect(visitedPaths).toEqual(['/patient-list?patient=ada']);
    await clock.advance(300);
    await open('?action=openPatient&mrn=CF-1');
    await clock.advance(300);
    await open('?action=openPatient&mrn=CF-2');
    await clock.advance(999);
    expect(requests).toEqual(['CF-1']);
    await clock.advance(1);
    expect(requests).toEqual(['CF-1', 'CF-2']);
    expect(visitedPaths.at(-1)).toBe('/patient-list?patient=eva');
  });

  it('do not navigate after the user has left the page', async () => {
    const { links, open, clock, visitedPaths } = createHarness(PATIENT);
    links.open('?action=openPatient&mrn=CF-1', (path) => void visitedPaths.push(path));
    links.cancel();
    await settle();
    expect(visitedPaths).toEqual([]);
    await open('?action=openPatient&mrn=CF-2');
    links.cancel();
    await clock.advance(2_000);
    expect(visitedPaths).toEqual([]);
  });

  it('can be retried after the server was unreachable', async () => {
    const { links, open, state, requests } = createHarness({ 'CF-1': 'offline' });
    await open('?action=openPatient&mrn=CF-1');
    expect(state()).toMatchObject({ message: 'NOT_PROCESSED', problem: { status: 0 } });
    links.clear();
    await open('?action=openPatient&mrn=CF-1');
    expect(requests).toEqual(['CF-1', 'CF-1']);
    expect(state().problem).not.toBeNull();
  });

  it('request a restart when navigation fails', async () => {
    const { open, messages } = createHarness(PATIENT);
    await open('?action=openPatient&mrn=CF-1', () => {
      throw new Error('no router');
    });
    expect(messages).toEqual(['Failed to transit to external-link. Please restart app. no router']);
  });
});
