// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Patient } from '#contracts';
import type { ExtensionContext } from '#core';
import { navigationToken, sessionToken } from '#core';
import { ok, type Result } from '#foundation';
import { aPatient } from '#testing';
import { render, unmountAll } from '#ui/testing';
import type { ExaminationFacts } from '../state/start-examination.ts';
import { examinationToken, scanRunToken } from '../state/tokens.ts';
import { PrescanPage } from './prescan-page.tsx';

afterEach(async () => {
  await unmountAll();
  window.location.hash = '';
});

const state = { device: null, status: null, problem: null };
const scanner = {
  store: { getState: () => state, subscribe: () => () => undefined },
  watch: () => ({ dispose: () => undefined }),
};

async function goTo(patient: Patient): Promise<void> {
  await act(async () => {
    window.location.hash = `#/prescan-info?patient=${patient.id}`;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
}

describe('the page before a scan', () => {
  it('never shows the patient of before when that answer comes last', async () => {
    const first = aPatient({ lastName: 'First' });
    const second = aPatient({ lastName: 'Second' });
    const answers = new Map<string, (result: Result<ExaminationFacts>) => void>();
    const read = (id: string) =>
      new Promise<Result<ExaminationFacts>>((resolve) => answers.set(id, resolve));
    const services = new Map<unknown, unknown>([
      [examinationToken, { read }],
      [scanRunToken, { scanner }],
      [sessionToken, { can: () => true }],
      [navigationToken, { go: () => undefined }],
    ]);
    const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
    const answer = (patient: Patient) =>
      act(async () => answers.get(patient.id)?.(ok({ patient, study: null })));
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(first);
    await goTo(second);
    await answer(second);
    expect(host.textContent).toContain('Second');
    await answer(first);
    expect(host.textContent).toContain('Second');
    expect(host.textContent).not.toContain('First');
  });
});
