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
  page = await render(application.wrap(<Form />));
}

/** Ends the session on the server, unmounts the form and signs in again. */
async function interrupt(): Promise<void> {
  const { session, backend, storage } = application!.platform;
  backend.server.once('me', { status: 401, body: { message: 'Not signed in' } });
  await act(async () => session.restore());
  await page.unmount();
  storage.setItem('clockface.token', 'token-of-a-test');
  await act(async () => session.restore());
  expect(session.store.getState().status).toBe('signed-in');
}

describe('an unsaved form', () => {
  it('is restored after the session ended', async () => {
    await open();
    expect(form.restored).toBe(false);
    await act(async () => form.change({ lastName: 'Verhoeven', sex: 'FEMALE', history: ['LUMP'] }));
    await interrupt();
    expect(hasDraft(application!, 'new')).toBe(true);
    await open();
    expect(form.restored).toBe(true);
    expect(form.fields).toEqual({ lastName: 'Verhoeven', sex: 'FEMALE', history: ['LUMP'] });
  });

  it('is dropped after saving and after sign-out', async () => {
    await open();
    await act(async () => form.change({ lastName: 'Verhoeven' }));
    await act(async () => form.clear());
    expect(form.fields).toEqual(EMPTY);
    expect(hasDraft(application!, 'new')).toBe(false);
    await act(async () => form.change({ lastName: 'Verhoeven' }));
    await act(async () => application?.platform.session.signOut());
    expect(application?.platform.storage.length).toBe(0);
  });

  it('is dropped when left, so that its entries never appear under another patient', async () => {
    await open();
    await act(async () => form.change({ lastName: 'Verhoeven' }));
    await page.unmount();
    await open();
    expect(form.restored).toBe(false);
    expect(form.fields).toEqual(EMPTY);
  });

  it('ignores stored values that do not match the current form', async () => {
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
