// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Job, Role } from '#contracts';
import type { JobTracker } from '#core';
import { okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { JobsButton } from './jobs-button.tsx';

let application: FakeApplication;
afterEach(async () => {
  await unmountAll();
  application.dispose();
});

const text = (): string => document.body.textContent ?? '';

/** Opens the list with one job of the first scan. */
async function open(role: Role) {
  const store = createStore<readonly Job[]>(() => []);
  const jobs = { store } as unknown as JobTracker;
  application = await fakeApplication(role, { services: { jobs } });
  const { backend } = application.platform;
  const [scan] = backend.scans;
  backend.server.handle('getScan', () => okResponse(scan));
  const createdAt = '2026-11-20T10:12:00Z';
  const job = { id: newId(), jobType: 'R3D', entityId: scan?.id ?? '', status: 'IN_PROGRESS' };
  const progress = { phase: 'Reconstructing', done: 1, total: 4, attempt: 1, problem: null };
  const times = { createdAt, startedAt: createdAt, endedAt: null };
  store.setState([{ ...job, ...progress, ...times } as Job], true);
  const { host } = await render(application.wrap(<JobsButton />));
  await click(host.querySelector('button'));
  await until(() => text().includes('Reconstructing'));
  return { scan, backend };
}

describe('the jobs button', () => {
  it('names patient and side of a job, and opens its scan', async () => {
    const { scan } = await open('PHYSICIAN');
    await until(() => text().includes('Patient, Test · Right'));
    const go = vi.spyOn(application.navigation, 'go').mockImplementation(() => undefined);
    const named = [...document.querySelectorAll('button')];
    await click(named.find((button) => button.textContent === 'Open'));
    expect(go).toHaveBeenCalledWith(`/scan?study=${scan?.studyId}&scan=${scan?.id}`);
  });

  it('neither reads nor shows patients for blind annotators', async () => {
    const { backend } = await open('BLIND_ANNOTATOR');
    expect(text()).not.toContain('Patient, Test');
    const called = backend.server.calls.map(({ route }) => route);
    expect(called).not.toContain('getPatient');
    expect(called).not.toContain('getScan');
  });
});
