import { describe, expect, it } from 'vitest';
import type { ApiClient, CallProblem } from '#core';
import { manualClock, settle } from '#core/testing';
import { fail, ok } from '#foundation';
import { createExternalLinks } from './external-links.ts';

const NOT_FOUND = { status: 404, title: 'Not found', next: '' } as CallProblem;
const OFFLINE = { status: 0, title: 'Away', next: '' } as CallProblem;

function make(answers: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const said: string[] = [];
  const went: string[] = [];
  const clock = manualClock();
  const call = async (_route: unknown, { params }: { params: Record<string, string> }) => {
    const key = Object.values(params).join();
    asked.push(key);
    const answer = answers[key];
    if (answer === undefined) return fail(NOT_FOUND);
    return answer === 'offline' ? fail(OFFLINE) : ok(answer);
  };
  const links = createExternalLinks({
    api: { call } as unknown as ApiClient,
    notices: { show: (_kind, text) => String(said.push(text)) },
    clock,
  });
  const open = async (search: string, navigate = (path: string): void => void went.push(path)) => {
    links.open(search, navigate);
    await settle();
  };
  return { links, open, clock, asked, said, went, state: () => links.store.getState() };
}

const PATIENT = {
  'CF-1': { id: 'ada', lastStudyId: 's' },
  'CF-2': { id: 'eva', lastStudyId: 's' },
};

describe('links of other programs', () => {
  it('that ask for nothing that can be opened are refused in the words of the specification', async () => {
    const { open, said, went, state } = make();
    await open('?action=format&mrn=CF-1');
    expect(said).toEqual(['Failed to open the provided URL.']);
    expect(state()).toMatchObject({ message: 'NOT_PROCESSED', unreadable: true });
    expect(went).toEqual([]);
  });

  it('stay unprocessed from their error until the person has dealt with it', async () => {
    const { links, open, state, went } = make();
    expect(state().message).toBe('PROCESSED');
    await open('?action=openPatient&mrn=CF-9');
    expect(state()).toMatchObject({
      message: 'NOT_PROCESSED',
      error: { type: 'PatientNotFound', code: 'CF-9' },
    });
    expect(went).toEqual(['/patient-not-found']);
    links.clear();
    expect(state()).toMatchObject({ message: 'PROCESSED', error: null });
  });

  it('open at once, and twice in a second count once, the last', async () => {
    const { open, clock, asked, went } = make(PATIENT);
    await open('?action=openPatient&mrn=CF-1');
    expect(went).toEqual(['/patient-list?patient=ada']);
    await clock.advance(300);
    await open('?action=openPatient&mrn=CF-1');
    await clock.advance(300);
    await open('?action=openPatient&mrn=CF-2');
    await clock.advance(999);
    expect(asked).toEqual(['CF-1']);
    await clock.advance(1);
    expect(asked).toEqual(['CF-1', 'CF-2']);
    expect(went.at(-1)).toBe('/patient-list?patient=eva');
  });

  it('move nobody who has gone on to another page meanwhile', async () => {
    const { links, open, clock, went } = make(PATIENT);
    links.open('?action=openPatient&mrn=CF-1', (path) => void went.push(path));
    links.leave();
    await settle();
    expect(went).toEqual([]);
    await open('?action=openPatient&mrn=CF-2');
    links.leave();
    await clock.advance(2_000);
    expect(went).toEqual([]);
  });

  it('can be tried again when the server was away', async () => {
    const { links, open, state } = make({ 'CF-1': 'offline' });
    await open('?action=openPatient&mrn=CF-1');
    expect(state()).toMatchObject({ message: 'NOT_PROCESSED', problem: { status: 0 } });
    links.clear();
    await open('?action=openPatient&mrn=CF-1');
    expect(state().problem).not.toBeNull();
  });

  it('say that the program has to be started again when the place cannot be left', async () => {
    const { open, said } = make(PATIENT);
    await open('?action=openPatient&mrn=CF-1', () => {
      throw new Error('no router');
    });
    expect(said).toEqual(['Failed to transit to external-link. Please restart app. no router']);
  });
});
