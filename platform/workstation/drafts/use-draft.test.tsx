// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { type Draft, useDraft } from './use-draft.ts';

interface Fields {
  readonly [name: string]: string | null | readonly string[];
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

async function open(): Promise<void> {
  application ??= await fakeApplication('OPERATOR');
  window.location.hash = '#/patient-list?search=x';
  await unmountAll();
  await render(application.around(<Form />));
}

describe('a form that was not saved', () => {
  it('comes back as it was when the session ended', async () => {
    await open();
    expect(form.restored).toBe(false);
    await act(async () => form.change({ lastName: 'Verhoeven', sex: 'FEMALE', history: ['LUMP'] }));
    await open();
    expect(form.restored).toBe(true);
    expect(form.fields).toEqual({ lastName: 'Verhoeven', sex: 'FEMALE', history: ['LUMP'] });
  });

  it('is forgotten once it was saved, and when the person signs out', async () => {
    await open();
    await act(async () => form.change({ lastName: 'Verhoeven' }));
    await act(async () => form.clear());
    expect(form.fields).toEqual(EMPTY);
    await open();
    expect(form.restored).toBe(false);
    await act(async () => form.change({ lastName: 'Verhoeven' }));
    await act(async () => application?.platform.session.signOut());
    expect(application?.platform.storage.length).toBe(0);
  });

  it('takes nothing that does not fit the form of today', async () => {
    await open();
    application?.services.formDrafts.write('/patient-list#new', {
      lastName: 7,
      history: 'LUMP',
      isAdministrator: true,
    });
    await open();
    expect(form.restored).toBe(false);
    expect(form.fields).toEqual(EMPTY);
  });
});
