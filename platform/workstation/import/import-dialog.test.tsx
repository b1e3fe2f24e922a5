// @vitest-environment jsdom

import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Route, routes } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { fail, newId, ok } from '#foundation';
import { aScan } from '#testing';
import {
  ALIGNED_GRIDS,
  dicomFile,
  type MarkerGrid,
  markerMha,
  markerNrrd,
  OBLIQUE_GRIDS,
} from '#testing/files';
import { click, focus, press, render, unmountAll } from '#ui/testing';
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
const DEPTH_LABEL = 'Direction of depth (from the skin inwards)';
const HEAD_LABEL = 'Direction of the patient’s head';

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

const gridNamed = (name: string): MarkerGrid =>
  [...ALIGNED_GRIDS, ...OBLIQUE_GRIDS].find((grid) => grid.name === name)!;
/** Depth along +j, head along +k. */
const VOLUME = markerMha(gridNamed('left, posterior, head'));
/** Depth along +j, head along -k. */
const HEAD_DOWN = markerNrrd(gridNamed('flipped'));

/** Chooses a file and waits until its header is read. */
async function chooseFile(name: string, bytes: Uint8Array = VOLUME): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await act(async () => {
    Object.defineProperty(input, 'files', {
      value: [new File([new Uint8Array(bytes)], name)],
      configurable: true,
    });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const submit = buttonWith('Import');
  await act(() => vi.waitFor(() => expect(submit?.disabled).toBe(false)));
  await chooseUnknownDay();
}

/** States that the day is unknown, unless the file states it or that is done. */
async function chooseUnknownDay(): Promise<void> {
  const box = document.querySelector<HTMLInputElement>('input[type=checkbox]');
  const isStated = /Taken from the file\.|The file states/.test(document.body.textContent ?? '');
  if (box?.checked === false && !isStated) await click(box);
}

/** Selects an axis in the dropdown with this label. */
async function chooseAxis(label: string, axis: string): Promise<void> {
  const field = [...document.querySelectorAll('label, span')].find(
    (element) => element.textContent === label,
  )?.parentElement;
  await click(field?.querySelector('button'));
  const option = [...document.querySelectorAll('[role=option]')].find((element) =>
    element.textContent?.includes(axis),
  );
  await click(option);
}

const buttonWith = (text: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === text);
const clickButton = (text: string) => click(buttonWith(text));
/** Selects a radio button by its label. */
const choose = (text: string) =>
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
    await choose('Left');
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

  it('shows no axis fields for a file without a header of a volume, whatever its name', async () => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('clip.nrrd', dicomFile());
    expect(document.body.textContent).not.toContain(HEAD_LABEL);
    await chooseFile('phantom', HEAD_DOWN);
    expect(document.body.textContent).toContain(HEAD_LABEL);
    await chooseFile('clip.nrrd', dicomFile());
    expect(document.body.textContent).not.toContain(HEAD_LABEL);
    await choose('Left');
    await clickButton('Import');
    expect(calls[0]?.input.query).toEqual({ studyId: STUDY, laterality: 'L' });
  });

  it.each([
    ['ends within its header', HEAD_DOWN.subarray(0, 40), 'The file ends within its header'],
    [
      'states an impossible voxel size',
      markerNrrd(gridNamed('flipped'), {
        'space directions': '(1000,0,0) (0,1000,0) (0,0,1000)',
      }),
      'each side can have 0.01 mm to 10 mm',
    ],
    [
      'states directions of zeros',
      markerNrrd(gridNamed('flipped'), { 'space directions': '(0,0,0) (0,1,0) (0,0,1)' }),
      'The direction of axis 1 contains only zeros',
    ],
  ])('rejects a volume at once and fills nothing in if its header %s', async (_, bytes, reason) => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('phantom.nrrd', HEAD_DOWN);
    await chooseFile('broken.nrrd', bytes);
    expect(document.querySelector('[role=alert]')?.textContent).toContain(reason);
    expect(document.body.textContent).not.toContain(HEAD_LABEL);
    expect(document.body.textContent).not.toContain('Taken from the header');
    await choose('Left');
    await clickButton('Import');
    expect(calls).toEqual([]);
    await chooseFile('phantom.nrrd', HEAD_DOWN);
    expect(document.querySelector('[role=alert]')).toBeNull();
    expect(document.body.textContent).toContain('Taken from the header of the file.');
  });

  it('leaves no directions that look accepted after the server rejected the file', async () => {
    await open(() => fail(UNREADABLE));
    await chooseFile('phantom.mha');
    await choose('Right');
    expect(document.body.textContent).toContain(HEAD_LABEL);
    await clickButton('Import');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('shorter than');
    expect(document.body.textContent).not.toContain(HEAD_LABEL);
    expect(document.body.textContent).not.toContain('Taken from the header');
    // The reason belongs to that file alone.
    await chooseFile('phantom.nrrd', HEAD_DOWN);
    expect(document.querySelector('[role=alert]')).toBeNull();
    expect(document.body.textContent).toContain(HEAD_LABEL);
  });

  it('keeps the entered directions after an error that is not one of the file', async () => {
    const offline = { ...UNREADABLE, code: 'OFFLINE', status: 0, errorType: null };
    await open(() => fail(offline));
    await chooseFile('phantom.mha');
    await choose('Right');
    await clickButton('Import');
    expect(document.querySelector('[role=alert]')).not.toBeNull();
    expect(document.body.textContent).toContain(HEAD_LABEL);
  });

  it('shows the errors of the server beside the fields, and others as an error of the form', async () => {
    const errors = {
      laterality: 'Not the side of the study',
      headAxis: 'Not an axis of the file',
      studyId: 'No such study',
    };
    const fields = Object.entries(errors).map(([field, message]) => ({
      field,
      code: 'x',
      message,
    }));
    const invalid = { ...UNREADABLE, errorType: 'ValidationError', fields };
    await open(() => fail(invalid));
    await chooseFile('phantom.mha');
    await choose('Right');
    await clickButton('Import');
    const alerts = [...document.querySelectorAll('[role=alert]')].map((card) => card.textContent);
    expect(alerts).toEqual(['studyId: No such study.']);
    const described = (field: Element | null | undefined) =>
      (field?.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join('');
    const side = () => described(document.querySelector('[role=radiogroup]'));
    expect(side()).toContain(errors.laterality);
    const head = [...document.querySelectorAll('label, span')].find(
      ({ textContent }) => textContent === HEAD_LABEL,
    );
    expect(head?.parentElement?.textContent).toContain(errors.headAxis);
    await choose('Left');
    expect(side()).not.toContain(errors.laterality);
  });

  it('creates study and scan in a single call, so that an error leaves neither', async () => {
    const scan = aScan({ studyId: newId(), patientId: PATIENT.id });
    const { calls, onImported } = await open(() => ok(scan), null);
    await chooseFile('phantom.mha');
    await choose('Right');
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
    await choose('Right');
    await clickButton('Import');
    expect(document.querySelector('[role=alert]')?.textContent).toContain(
      'shorter than its header',
    );
    expect(document.body.textContent).toContain('Export it again');
    expect(onImported).not.toHaveBeenCalled();
  });
});

describe('the day of the examination', () => {
  const CLIP = dicomFile({ elements: [[0x0008002a, 'DT', '20250304091530']] });
  const CHOOSE_DAY = 'Enter the day of the examination, or choose that it is unknown';
  const box = () => document.querySelector<HTMLInputElement>('input[type=checkbox]');

  it('is required, or stated to be unknown', async () => {
    const { calls } = await open(() => ok(aScan()));
    await clickButton('Import');
    expect(document.body.textContent).toContain(CHOOSE_DAY);
    await chooseFile('clip.dcm', dicomFile());
    await click(box());
    await choose('Left');
    await clickButton('Import');
    expect(document.body.textContent).toContain(CHOOSE_DAY);
    expect(calls).toEqual([]);
    await click(box());
    expect(document.body.textContent).not.toContain(CHOOSE_DAY);
    await clickButton('Import');
    expect(calls[0]?.input.query).toEqual({ studyId: STUDY, laterality: 'L' });
  });

  it('is filled from a file that states it, with its time', async () => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('clip.dcm', CLIP);
    await choose('Left');
    await clickButton('Import');
    const day = { examinedOn: '2025-03-04', examinedTime: '09:15' };
    expect(calls[0]?.input.query).toEqual({ studyId: STUDY, laterality: 'L', ...day });
  });

  it('stays as typed for another file, and is sent without the time of the file', async () => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('clip.dcm', CLIP);
    await focus(document.querySelector('[data-type=day]'));
    await press('ArrowUp');
    expect(document.body.textContent).toContain('The file states 2025-03-04.');
    await chooseFile('other.dcm', CLIP);
    await choose('Left');
    await clickButton('Import');
    const day = { examinedOn: '2025-03-05' };
    expect(calls[0]?.input.query).toEqual({ studyId: STUDY, laterality: 'L', ...day });
  });
});

describe('the directions of depth and head', () => {
  it('are filled from the header', async () => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('phantom.nrrd', HEAD_DOWN);
    expect(document.body.textContent).toContain('Taken from the header of the file.');
    await choose('Right');
    await clickButton('Import');
    expect(calls[0]?.input.query).toEqual({
      studyId: STUDY,
      laterality: 'R',
      depthAxis: '+j',
      headAxis: '-k',
    });
  });

  it('are asked for, with both statements, if the header contradicts itself', async () => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('phantom.mha', markerMha(gridNamed('flipped'), 'RAI'));
    const text = document.body.textContent;
    expect(text).toContain('The header of the file contradicts itself');
    expect(text).toContain(
      'matrix states depth 2nd axis, increasing (+j), head 3rd axis, decreasing',
    );
    expect(text).toContain(
      'AnatomicalOrientation states depth 2nd axis, increasing (+j), head 3rd axis, increasing',
    );
    await choose('Right');
    await clickButton('Import');
    expect(calls).toEqual([]);
    expect(document.body.textContent).toContain('Choose the direction of the head');
  });

  it('say that oblique axes are resampled', async () => {
    await open(() => ok(aScan()));
    await chooseFile('phantom.nrrd', markerNrrd(gridNamed('turned by 20° about x')));
    expect(document.body.textContent).toContain('resampled to the axes of the patient');
  });

  it('must be chosen if the header does not state them', async () => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('phantom.nrrd', markerNrrd(gridNamed('flipped'), { space: null }));
    await choose('Right');
    await clickButton('Import');
    expect(document.body.textContent).toContain('does not state these directions');
    expect(document.body.textContent).toContain('Choose the direction of depth');
    expect(document.body.textContent).toContain('Choose the direction of the head');
    expect(calls).toEqual([]);
    await chooseAxis(DEPTH_LABEL, '+j');
    await chooseAxis(HEAD_LABEL, '+k');
    await clickButton('Import');
    expect(calls[0]?.input.query).toMatchObject({ depthAxis: '+j', headAxis: '+k' });
  });

  it.each([
    ['scanner-xyz', 'which has the directions of the scanner, not of the patient'],
    ['3D-right-handed', 'which has no directions of the patient'],
  ])('must be chosen if the header names the space %s', async (space, reason) => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('phantom.nrrd', markerNrrd(gridNamed('flipped'), { space }));
    expect(document.body.textContent).toContain(
      `The header of the file names the space “${space}”, ${reason}. Choose both directions.`,
    );
    await choose('Right');
    await clickButton('Import');
    expect(calls).toEqual([]);
    await chooseAxis(DEPTH_LABEL, '+j');
    await chooseAxis(HEAD_LABEL, '−k');
    await clickButton('Import');
    expect(calls[0]?.input.query).toMatchObject({ depthAxis: '+j', headAxis: '-k' });
  });

  it('are shown with the origin that counts if the header states none', async () => {
    await open(() => ok(aScan()));
    const note = 'The header of the file states no origin: 0, 0, 0 mm is used.';
    await chooseFile('phantom.nrrd', HEAD_DOWN);
    expect(document.body.textContent).not.toContain(note);
    await chooseFile('phantom.nrrd', markerNrrd(gridNamed('flipped'), { 'space origin': null }));
    expect(document.body.textContent).toContain(note);
  });

  it('stop the import if they contradict the header, and ask with both shown', async () => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('phantom.nrrd', HEAD_DOWN);
    await choose('Right');
    await chooseAxis(HEAD_LABEL, '+k');
    await clickButton('Import');
    expect(calls).toEqual([]);
    const question = document.querySelector('[data-testid=import-contradiction]')?.textContent;
    expect(question).toContain('head 3rd axis, decreasing (−k)');
    expect(question).toContain('head 3rd axis, increasing (+k)');
    expect(question).toContain('Choose which directions count');
    await choose('The entered ones');
    await clickButton('Import');
    expect(calls[0]?.input.query).toMatchObject({ headAxis: '+k', overridesHeader: 'true' });
  });

  it('return to those of the header if the header counts', async () => {
    const { calls } = await open(() => ok(aScan()));
    await chooseFile('phantom.nrrd', HEAD_DOWN);
    await choose('Right');
    await chooseAxis(HEAD_LABEL, '+k');
    await choose('Those of the header');
    expect(document.querySelector('[data-testid=import-contradiction]')).toBeNull();
    await clickButton('Import');
    expect(calls[0]?.input.query).toEqual({
      studyId: STUDY,
      laterality: 'R',
      depthAxis: '+j',
      headAxis: '-k',
    });
  });
});
