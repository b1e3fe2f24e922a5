// @vitest-environment jsdom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { builtInLists, type Patient } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { aPatient } from '#testing';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../../test-support/fake-application.tsx';
import { PatientFormDialog } from './patient-form-dialog.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const aStoredPatient = (changes: Partial<Patient> = {}): Patient =>
  aPatient({
    version: 3,
    code: 'CF-1',
    firstName: 'Ismay',
    lastName: 'Lund',
    birthDate: '1974-03-09',
    cancerHistory: ['FAMILY'],
    ...changes,
  });

async function open(patient: Patient | null, application?: FakeApplication) {
  opened = application ?? (await fakeApplication('OPERATOR'));
  const { server } = opened.platform.backend;
  server.handle('listLists', () =>
    okResponse({ items: builtInLists, total: builtInLists.length, nextCursor: null }),
  );
  server.handle('doesPatientExist', ({ body }) => {
    const { code } = body as { code: string };
    return okResponse({ exists: code === 'CF-9', id: code === 'CF-9' ? newId() : null });
  });
  const onSaved = vi.fn();
  const onClose = vi.fn();
  await render(
    opened.wrap(<PatientFormDialog open patient={patient} onClose={onClose} onSaved={onSaved} />),
  );
  return { server, onSaved, onClose };
}

const text = (): string => document.body.textContent ?? '';
const field = (label: string): HTMLInputElement => {
  const labelElement = [...document.querySelectorAll('label')].find((candidate) =>
    candidate.textContent?.startsWith(label),
  );
  const input =
    labelElement?.querySelector('input') ?? document.getElementById(labelElement?.htmlFor ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label}`);
  return input;
};
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === name);
const isInvalid = (label: string): boolean => field(label).getAttribute('aria-invalid') === 'true';

describe('the patient form', () => {
  it('shows a missing last name beside the field and focuses the field', async () => {
    const { server } = await open(null);
    await click(button('Create patient'));
    expect(text()).toContain('Enter the last name');
    expect(document.activeElement).toBe(field('Last name'));
    expect(server.calls.some((call) => call.route === 'createPatient')).toBe(false);
  });

  it('closes at once while nothing is entered', async () => {
    const { onClose } = await open(null);
    await click(button('Cancel'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks before discarding entries, and keeps them on Cancel', async () => {
    const { onClose } = await open(null);
    await type(field('Last name'), 'Lund');
    const close = document.querySelector<HTMLElement>('button[aria-label="Close"]');
    await click(close);
    expect(onClose).not.toHaveBeenCalled();
    expect(text()).toContain('Discard your entries?');
    await click(
      [...document.querySelectorAll('[role=alertdialog] button')].find(
        (button) => button.textContent === 'Cancel',
      ),
    );
    expect(field('Last name').value).toBe('Lund');
    await click(close);
    await click(button('Discard entries'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('rejects incomplete and impossible dates without changing them', async () => {
    const { server } = await open(null);
    server.handle('createPatient', ({ body }) => okResponse(aStoredPatient(body as object)));
    const datePart = (name: string) => document.querySelector(`input[aria-label="${name}"]`);
    const sent = () => server.calls.filter(({ route }) => route === 'createPatient');
    await type(field('Last name'), 'Lund');
    await type(datePart('Year'), '1974');
    await click(button('Create patient'));
    expect(text()).toContain('Enter year, month and day');
    await click(document.querySelector('fieldset fieldset button'));
    await click(
      [...document.querySelectorAll('[role=option]')].find(
        (option) => option.textContent === 'February',
      ),
    );
    await type(datePart('Day'), '31');
    expect(text()).toContain('February 1974 has only 28 days');
    await click(button('Create patient'));
    expect(sent()).toEqual([]);
    expect(document.querySelector<HTMLInputElement>('input[aria-label="Day"]')?.value).toBe('31');
    await type(datePart('Day'), '28');
    await click(button('Create patient'));
    await until(() => sent().length === 1);
    expect(sent()[0]?.body).toMatchObject({ birthDate: '1974-02-28' });
  });

  it('rejects characters that the server would reject in a code', async () => {
    await open(null);
    await type(field('Code'), 'CF 1');
    await type(field('Last name'), 'Lund');
    await click(button('Create patient'));
    expect(isInvalid('Code')).toBe(true);
    expect(text()).toContain('Use only letters, digits and');
  });

  it('reports a taken code while typing, without checking the patient’s current code', async () => {
    const { server } = await open(aStoredPatient());
    await type(field('Code'), 'CF-9');
    await until(() => text().includes('Another patient has this code'));
    expect(isInvalid('Code')).toBe(true);
    await type(field('Code'), 'CF-10');
    await until(() => text().includes('This code is available'));
    expect(isInvalid('Code')).toBe(false);
    await type(field('Code'), 'CF-1');
    await until(() => text().includes('Medical record number'));
    const requests = server.calls.filter((call) => call.route === 'doesPatientExist');
    expect(requests.map(({ body }) => (body as { code: string }).code)).toEqual(['CF-9', 'CF-10']);
  });

  it('sends the entries, with list ids for the cancer history', async () => {
    const { server, onSaved } = await open(null);
    server.handle('createPatient', ({ body }) =>
      okResponse(aStoredPatient(body as Partial<Patient>)),
    );
    await until(() => text().includes('Ovarian cancer'));
    await type(field('Last name'), ' Lund ');
    await click(field('Ovarian cancer'));
    await click(field('Female'));
    await click(button('Create patient'));
    await until(() => onSaved.mock.calls.length === 1);
    const sent = server.calls.find((call) => call.route === 'createPatient')?.body;
    expect(sent).toMatchObject({
      lastName: ' Lund ',
      sex: 'FEMALE',
      cancerHistory: ['OVA_CANCER'],
    });
  });

  it('shows a server error beside its field', async () => {
    const { server, onSaved } = await open(aStoredPatient());
    server.once(
      'updatePatient',
      errorResponse(409, 'DuplicatePatientCode', 'Another has this code'),
    );
    await type(field('Last name'), 'Lundh');
    await click(button('Save changes'));
    await until(() => text().includes('Another has this code.'));
    expect(isInvalid('Code')).toBe(true);
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('sends the version that was opened', async () => {
    const { server, onSaved } = await open(aStoredPatient());
    server.handle('updatePatient', ({ body }) =>
      okResponse(aStoredPatient(body as Partial<Patient>)),
    );
    await click(button('Save changes'));
    await until(() => onSaved.mock.calls.length === 1);
    const sent = server.calls.find((call) => call.route === 'updatePatient');
    expect(sent?.headers.get('if-match')).toBe('"3"');
  });
});

describe('two users editing the same patient', () => {
  /** Saves a last name after another user changed last name and code. */
  async function saveConflictingEdit() {
    const original = aStoredPatient();
    const theirs = { ...original, version: 4, lastName: 'Theirs', code: 'CF-2' };
    const page = await open(original);
    page.server.handle('updatePatient', ({ body, headers, params }) =>
      headers.get('if-match') === '"4"'
        ? okResponse(
            aStoredPatient({ ...(body as Partial<Patient>), id: params.id ?? '', version: 5 }),
          )
        : errorResponse(412, 'VersionConflict', 'Changed by someone else', theirs),
    );
    await type(field('Last name'), 'Mine');
    await click(button('Save changes'));
    await until(() => text().includes('after you opened this form'));
    return page;
  }
  const choice = (name: string) =>
    document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);

  it('see both values and must resolve each conflict before saving', async () => {
    const { server, onSaved } = await saveConflictingEdit();
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      'Someone else changed this record',
    );
    expect(choice('Code, saved meanwhile: CF-2')?.checked).toBe(true);
    expect(choice('Last name, yours: Mine')?.checked).toBe(false);
    expect(button('Save these values')?.disabled).toBe(true);
    await click(choice('Last name, yours: Mine'));
    await click(button('Save these values'));
    await until(() => onSaved.mock.calls.length === 1);
    const sent = server.calls.filter((call) => call.route === 'updatePatient').at(-1);
    expect(sent?.body).toMatchObject({ lastName: 'Mine', code: 'CF-2' });
    expect(sent?.headers.get('if-match')).toBe('"4"');
  });

  it('keep the changes that a third user saves during the merge', async () => {
    const { server, onSaved } = await saveConflictingEdit();
    await click(choice('Last name, yours: Mine'));
    const third = aStoredPatient({ version: 5, lastName: 'Mine', code: 'CF-1' });
    server.once('updatePatient', errorResponse(412, 'VersionConflict', 'Changed again', third));
    server.handle('updatePatient', ({ body }) =>
      okResponse(aStoredPatient(body as Partial<Patient>)),
    );
    await click(button('Save these values'));
    // CF-2 came from the previous version; the third user reverted the code.
    await until(() => choice('Code, saved meanwhile: CF-1')?.checked === true);
    await click(button('Save these values'));
    await until(() => onSaved.mock.calls.length === 1);
    const sent = server.calls.filter((call) => call.route === 'updatePatient').at(-1);
    expect(sent?.body).toMatchObject({ lastName: 'Mine', code: 'CF-1' });
    expect(sent?.headers.get('if-match')).toBe('"5"');
  });

  it('start over from the saved version, not from the original version', async () => {
    // The draft key contains the current path; other tests may have left another hash.
    window.location.hash = '';
    const original = aStoredPatient();
    opened = await fakeApplication('OPERATOR');
    const { session, formDrafts } = opened.services;
    expect(session.store.getState().status).toBe('signed-in');
    formDrafts.write(`/#patient-${original.id}-3`, { lastName: 'Typed' });
    expect(formDrafts.read(`/#patient-${original.id}-3`)).toEqual({ lastName: 'Typed' });
    const page = await open(original, opened);
    const theirs = { ...original, version: 4, lastName: 'Theirs' };
    page.server.once('updatePatient', errorResponse(412, 'VersionConflict', 'Changed', theirs));
    expect(field('Last name').value).toBe('Typed');
    await click(button('Save changes'));
    await until(() => button('Discard my changes') !== undefined);
    await click(button('Discard my changes'));
    await click(button('Start over'));
    expect(field('Last name').value).toBe('Theirs');
  });

  it('can continue with the other user’s version', async () => {
    await saveConflictingEdit();
    await click(button('Discard my changes'));
    expect(field('Last name').value).toBe('Theirs');
    expect(field('Code').value).toBe('CF-2');
  });
});
