// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { type Draft, hasDraft, useDraft } from './use-draft.ts';

interface Fields {
  readonly lastName: string;
  readonly sex: string | null;
  readonly history: readonly string[];
}
const EMPTY: Fields = { lastName: '', sex: null, history: [] };

let application: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  application?.dispose();
  application = null;
});

let form: Draft<Fields>;
function Form() {
  form = useDraft('new', EMPTY);
  return <p>{form.fields.lastName}</p>;
}

let page: Awaited<ReturnType<typeof render>>;

async function open(): Promise<void> {
  application ??= await fakeApplication('OPERATOR');
  window.location.hash = '#/patient-list?search=x';
  page = await render(application.around(<Form />));
}

/** The server ends the session, the form goes away, and the person signs in again. */
async function interrupt(): Promise<void> {
  const { session, backend, storage } = application!.platform;
  backend.server.once('me', { status: 401, body: { message: 'Not signed in' } });
  await act(async () => session.restore());
  await page.unmount();
  storage.setItem('clockface.token', 'token-of-a-test');
  await act(async () => session.restore());
  expect(session.store.getState().status).toBe('signed-in');
}

describe('a form that was not saved', () => {
  it('comes back as it was when the session ended', async () => {
    await open();
    expect(form.restored).toBe(false);
    await act(async () => form.change({ lastName: 'Verhoeven', sex: 'FEMALE', history: ['LUMP'] }));
    await interrupt();
    expect(hasDraft(application!, 'new')).toBe(true);
    await open();
    expect(form.restored).toBe(true);
    expect(form.fields).toEqual({ lastName: 'Verhoeven', sex: 'FEMALE', history: ['LUMP'] });
  });

  it('is forgotten once it was saved, and when the person signs out', async () => {
    await open();
    await act(async () => form.change({ lastName: 'Verhoeven' }));
    await act(async () => form.clear());
    expect(form.fields).toEqual(EMPTY);
    expect(hasDraft(application!, 'new')).toBe(false);
    await act(async () => form.change({ lastName: 'Verhoeven' }));
    await act(async () => application?.platform.session.signOut());
    expect(application?.platform.storage.length).toBe(0);
  });

  it('is given up by whoever leaves it, so that nobody finds it under another patient', async () => {
    await open();
    await act(async () => form.change({ lastName: 'Verhoeven' }));
    await page.unmount();
    await open();
    expect(form.restored).toBe(false);
    expect(form.fields).toEqual(EMPTY);
  });

  it('takes nothing that does not fit the form of today', async () => {
    application = await fakeApplication('OPERATOR');
    application.services.formDrafts.write('/patient-list#new', {
      lastName: 7,
      history: 'LUMP',
      isAdministrator: true,
    });
    await open();
    expect(form.restored).toBe(false);
    expect(form.fields).toEqual(EMPTY);
  });
});
