// @vitest-environment jsdom

import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Route, routes } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { fail, newId, ok } from '#foundation';
import { aScan } from '#testing';
import { click, render, unmountAll } from '#ui/testing';
import { fakeApplication } from '../test-support/fake-application.tsx';
import { ImportDialog } from './import-dialog.tsx';

afterEach(unmountAll);

const UNREADABLE: CallProblem = {
  code: 'UNREADABLE_FILE',
  title: 'The file is shorter than its header declares',
  detail: 'It contains 100 of 2000 bytes.',
  next: 'Export it again and import the new file.',
  status: 400,
  errorType: 'UnreadableFile',
  fields: [],
  omittedErrors: 0,
  data: null,
};
const PATIENT = {
  id: newId(),
  firstName: 'Ismay',
  lastName: 'Verhoeven',
  code: null,
  birthDate: null,
};
const STUDY = newId();

type Respond = (route: Route, input: { query?: object }) => unknown;

async function open(respond: Respond, studyId: string | null = STUDY) {
  const calls: { route: Route; input: { query?: object; file?: { name: string } } }[] = [];
  const call = async (route: Route, input: { query?: object }) => {
    calls.push({ route, input });
    return respond(route, input);
  };
  const api = { call } as unknown as ApiClient;
  const application = await fakeApplication('OPERATOR', { services: { api } });
  const onImported = vi.fn();
  await render(
    application.wrap(
      <ImportDialog
        open
        patient={PATIENT}
        studyId={studyId}
        onClose={() => undefined}
        onImported={onImported}
      />,
    ),
  );
  return { calls, onImported };
}

async function chooseFile(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await act(async () => {
    Object.defineProperty(input, 'files', {
      value: [new File(['bytes'], name)],
      configurable: true,
    });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

const clickButton = (text: string) =>
  click([...document.querySelectorAll('button')].find((button) => button.textContent === text));
const chooseSide = (text: string) =>
  click(
    [...document.querySelectorAll('label')]
      .find((label) => label.textContent === text)
      ?.querySelector('input'),
  );

describe('importing a file', () => {
  it('requires file and side without preselecting them', async () => {
    const { calls } = await open(() => ok(null));
    await clickButton('Import');
    expect(document.body.textContent).toContain('Choose a file');
    expect(document.body.textContent).toContain('Choose the side shown in the file');
    expect(calls).toEqual([]);
  });

  it('sends a volume with side and axes and opens the new scan', async () => {
    const scan = aScan({ studyId: STUDY, patientId: PATIENT.id });
    const { calls, onImported } = await open(() => ok(scan));
    await chooseFile('phantom.mha');
    await chooseSide('Left');
    await clickButton('Import');
    expect(calls.map((call) => call.route.path)).toEqual([routes.importFromFiles.path]);
    expect(calls[0]?.input.query).toEqual({
      studyId: STUDY,
      laterality: 'L',
      depthAxis: '+j',
      headAxis: '+k',
    });
    expect(calls[0]?.input.file?.name).toBe('phantom.mha');
    expect(onImported).toHaveBeenCalledWith(scan);
  });

  it('shows no axis fields for a DICOM file', async () => {
    await open(() => ok(null));
    await chooseFile('us-multi-frame.dcm');
    expect(document.body.textContent).not.toContain('Direction of the patient’s head');
    await chooseFile('phantom.nrrd');
    expect(document.body.textContent).toContain('Direction of the patient’s head');
  });

  it('creates study and scan in a single call, so that an error leaves neither', async () => {
    const scan = aScan({ studyId: newId(), patientId: PATIENT.id });
    const { calls, onImported } = await open(() => ok(scan), null);
    await chooseFile('phantom.mha');
    await chooseSide('Right');
    await clickButton('Import');
    expect(calls.map((call) => call.route.path)).toEqual([routes.importFromFiles.path]);
    expect(calls[0]?.input.query).toEqual({
      patientId: PATIENT.id,
      laterality: 'R',
      depthAxis: '+j',
      headAxis: '+k',
    });
    expect(onImported).toHaveBeenCalledWith(scan);
  });

  it('reports an invalid file in the dialog', async () => {
    const { onImported } = await open(() => fail(UNREADABLE), null);
    await chooseFile('phantom.mha');
    await chooseSide('Right');
    await clickButton('Import');
    expect(document.querySelector('[role=alert]')?.textContent).toContain(
      'shorter than its header',
    );
    expect(document.body.textContent).toContain('Export it again');
    expect(onImported).not.toHaveBeenCalled();
  });
});
