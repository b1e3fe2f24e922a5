// @vitest-environment jsdom
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '#contracts';
import { errorResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../../test-support/fake-application.tsx';
import { PatientCreatedPage } from './patient-created-page.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`At ${pathname}${search}`}</p>;
}

async function open(role: Role, query: string) {
  opened = await fakeApplication(role);
  const { server } = opened.platform.backend;
  const show = () =>
    render(
      opened?.wrap(
        <MemoryRouter initialEntries={[`/patient-create-success${query}`]}>
          <Routes>
            <Route path="/patient-create-success" element={<PatientCreatedPage />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>,
      ),
    );
  return { server, show };
}

const text = (): string => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent?.includes(name));

describe('the page after creating a patient', () => {
  it('offers the next steps and returns to the list with the patient selected', async () => {
    const id = newId();
    const { show } = await open('OPERATOR', `?patient=${id}`);
    await show();
    await until(() => text().includes('Patient, Test was created'));
    expect(button('Create study')).toBeDefined();
    expect(button('Add attachments')).toBeDefined();
    await click(button('Back to patients'));
    await until(() => text().includes(`At /patient-list?patient=${id}`));
  });

  it('offers no step that the role does not permit', async () => {
    const { show } = await open('VIEWER', `?patient=${newId()}`);
    await show();
    await until(() => text().includes('was created'));
    expect(button('Create study')).toBeUndefined();
    expect(button('Add attachments')).toBeUndefined();
  });

  it('neither requests nor names the patient for a blind annotator', async () => {
    const { show, server } = await open('BLIND_ANNOTATOR', `?patient=${newId()}`);
    await show();
    expect(text()).toContain('The address does not contain a patient.');
    expect(server.calls.some(({ route }) => route === 'getPatient')).toBe(false);
  });

  it('reports a missing patient and offers the way back to the list', async () => {
    const { show, server } = await open('OPERATOR', `?patient=${newId()}`);
    server.handle('getPatient', () => errorResponse(404, 'NotFound', 'The patient is not there'));
    await show();
    await until(() => text().includes('The patient is not there'));
    expect(button('Back to patients')).toBeDefined();
  });
});
