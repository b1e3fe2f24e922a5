import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachmentType, type Patient, sex } from '#contracts';
import { phantomFile } from '#testing/files';
import { dialogTexts } from '../../../platform/ui/texts/dialog-texts.ts';
import { noteTexts } from '../../../platform/ui/texts/note-texts.ts';
import { attachmentTexts } from '../../../platform/workstation/texts/attachment-texts.ts';
import { importTexts } from '../../../platform/workstation/texts/import-texts.ts';
import { pageTexts } from '../../../platform/workstation/texts/page-texts.ts';
import { patientTexts } from '../../../platform/workstation/texts/patient-texts.ts';
import { recordTexts } from '../../../platform/workstation/texts/record-texts.ts';
import { studyTexts } from '../../../platform/workstation/texts/study-texts.ts';
import { type ApiReader, apiReader } from '../../e2e/support/product/api.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import { importPhantom } from '../../e2e/support/product/phantom-study.ts';
import { signalChild } from '../../e2e/support/product/processes.ts';
import { startProduct } from '../../e2e/support/product/product.ts';
import {
  drawn,
  openPseudo,
  type PseudoSession,
  type PseudoSite,
} from '../support/pseudo-session.ts';

/** An image of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);
const PERSON = {
  code: 'CF-20418',
  lastName: 'Verhoeven',
  firstName: 'Ismay',
  birthDate: '1974-03-09',
  sex: 'FEMALE',
} as const;

let site: PseudoSite;
let reader: ApiReader;
let patient: Patient;
beforeAll(async () => {
  const product = await startProduct();
  const phantom = await importPhantom(product);
  reader = await apiReader(product, 'physician');
  patient = await create<Patient>('/patients', PERSON);
  await create('/studies', { patientId: patient.id, accessionNumber: 'A-1' });
  // Keeps a job queued.
  await signalChild(product.pid, 'worker/main.ts', 'SIGSTOP');
  await create('/jobqueue/queue-job', { jobType: 'R3D', entityId: phantom.scanId });
  const data = [
    // Reason of a refused file: the browser translates title and next step by code, not the detail.
    /^The MetaImage header declares \d+ bytes of image, the file contains \d+\.$/,
    /^Copy the file again\. If it is still short, export it again from its source\.$/,
    // A message of the server with values.
    /The file is shorter than [^⟦⟧]*/,
    /Phantom|Verhoeven|Ismay|Prefers mornings|\b(?:Women|Mine|Theirs)\b/,
  ];
  site = { product, browser: await launchBrowser(), data };
});
afterAll(async () => {
  await site?.browser.close();
  await site?.product.stop();
});

async function create<T>(path: string, body: object): Promise<T> {
  const response = await reader.send('POST', path, body);
  if (response.status !== 200)
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Opens a list and selects the patient or study of a name. */
async function selectRow(
  { page, open }: PseudoSession,
  path: '/patient-list' | '/study-list',
  name: string,
): Promise<void> {
  await open(path, pageTexts.titles[path]);
  await page.getByRole('row', { name: new RegExp(name) }).click();
  await drawn(page);
}

describe('the lists in the pseudo-locale', () => {
  it('have all texts in catalogues and none clipped, with every menu', async () => {
    const session = await openPseudo(site, 'physician');
    const { check, checkPopups } = session;
    for (const path of ['/patient-list', '/study-list'] as const) {
      await selectRow(session, path, 'Verhoeven');
      await check(path);
      expect(await checkPopups(path)).toBeGreaterThan(3);
    }
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped with filters and without rows', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopup, press, selectEntry } = session;
    const { filters } = recordTexts;
    await selectRow(session, '/patient-list', 'Verhoeven');
    await press(patientTexts.filters.sex);
    await selectEntry(sex.labels.FEMALE);
    await drawn(page);
    await check('filtered');
    await press(filters.saved);
    await checkPopup('save filters', () => selectEntry(filters.save));
    await press(filters.saved);
    await selectEntry(filters.save);
    await page.getByRole('dialog').getByLabel(filters.name).fill('Women');
    await press(filters.saveButton);
    await session.waitForPopupClose();
    await press(filters.saved);
    await checkPopup('saved filters', () => selectEntry(filters.manage));
    await page.getByRole('searchbox').first().fill('nothing like this');
    await page.getByRole('button', { name: recordTexts.emptyList.clearSearch }).waitFor();
    await check('no match');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped in the dialogs of a patient', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopup, press, selectEntry } = session;
    await selectRow(session, '/patient-list', 'Verhoeven');
    for (const entry of [patientTexts.newStudy, patientTexts.riskForm, patientTexts.remove]) {
      await press(patientTexts.more);
      await checkPopup(entry, () => selectEntry(entry));
    }
    await checkPopup('new patient', () => press(patientTexts.newPatient));
    await press(patientTexts.newPatient);
    const { form } = patientTexts;
    await page.getByRole('dialog').getByLabel(form.code).fill(PERSON.code);
    await press(form.create);
    await page.getByRole('dialog').getByText(form.codeInUse).waitFor();
    await check('invalid patient');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor();
    await check('discard entries');
    await press(dialogTexts.discard.confirm);
    await session.waitForPopupClose();
    await press(patientTexts.edit);
    await page.getByRole('dialog').getByLabel(form.firstName).fill('Mine');
    const theirs = { ...PERSON, firstName: 'Theirs' };
    const ifMatch = { 'if-match': `"${patient.version}"` };
    const changed = await reader.send('PUT', `/patients/${patient.id}`, theirs, ifMatch);
    expect([changed.status, await changed.text()]).toEqual([200, expect.anything()]);
    await press(form.save);
    await page.getByRole('button', { name: recordTexts.merge.save }).waitFor();
    await check('values of another user');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped in notes and attachments', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopup, press } = session;
    await selectRow(session, '/patient-list', 'Verhoeven');
    await page.getByRole('tab', { name: patientTexts.notes }).click();
    await page.getByLabel(noteTexts.newNote).fill('Prefers mornings');
    await press(noteTexts.add);
    await page.getByText('Prefers mornings').first().waitFor();
    await drawn(page);
    await check('notes');
    const actionOf = (text: string) => new RegExp(text.replace(/\d.*$/, ''));
    await press(actionOf(noteTexts.edit('0')));
    await check('edit note');
    await press(noteTexts.cancel);
    await press(actionOf(noteTexts.remove('0')));
    await page.getByText(noteTexts.deleted).waitFor();
    await check('note deleted');
    await page.getByRole('tab', { name: patientTexts.attachments }).click();
    await drawn(page);
    await check('no attachments');
    const file = { name: 'left.png', mimeType: 'image/png', buffer: PNG };
    await page.locator('input[type=file]').setInputFiles([file]);
    await press(attachmentTexts.send);
    await page.getByRole('dialog').getByText(attachmentTexts.typeMissing).waitFor();
    await check('attachment without a type');
    await page.getByRole('dialog').getByText(attachmentType.labels.MAMMOGRAM).click();
    await press(attachmentTexts.send);
    await page.getByRole('button', { name: attachmentTexts.preview('left.png') }).waitFor();
    await drawn(page);
    await check('attachments');
    await checkPopup('preview', () => press(attachmentTexts.preview('left.png')));
    await checkPopup('edit attachment', () => press(actionOf(attachmentTexts.edit('0'))));
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped in the import of a file', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, press } = session;
    await selectRow(session, '/patient-list', 'Verhoeven');
    await press(patientTexts.importFiles);
    const form = page.getByRole('dialog');
    await check('import');
    await form.getByRole('button', { name: importTexts.submit, exact: true }).click();
    await check('import without a file');
    const mimeType = 'application/octet-stream';
    const buffer = Buffer.from(phantomFile());
    const broken = buffer.subarray(0, buffer.length >> 1);
    const input = form.getByLabel(importTexts.file);
    await input.setInputFiles({ name: 'letter.txt', mimeType, buffer: Buffer.from('Dear') });
    await check('import of a wrong type');
    await input.setInputFiles({ name: 'volume.mha', mimeType, buffer: broken });
    await form.getByText(importTexts.assumed).waitFor();
    await check('import of a volume');
    await form.getByRole('button', { name: new RegExp(importTexts.depth.slice(0, 20)) }).click();
    await page.getByRole('listbox').waitFor();
    await check('axes');
    await page.getByRole('option', { name: importTexts.axes['+i'], exact: true }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await form.getByText(importTexts.contradiction).waitFor();
    await form.getByRole('button', { name: importTexts.submit, exact: true }).click();
    await form.getByText(importTexts.missing.side).waitFor();
    await check('contradiction to the header');
    await form.getByText(importTexts.headerCounts).click();
    await form.getByRole('radio').first().check({ force: true });
    await form.getByText(importTexts.dayUnknown).click();
    await form.getByRole('button', { name: importTexts.submit, exact: true }).click();
    await form.getByRole('alert').first().waitFor();
    await check('import failed');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped in the dialogs of a study', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopup, press } = session;
    await selectRow(session, '/study-list', 'Verhoeven');
    await checkPopup('edit study', () => press(studyTexts.edit));
    await checkPopup('delete study', () => press(studyTexts.remove));
    await page.getByRole('tab', { name: studyTexts.notes }).click();
    await drawn(page);
    await check('notes of a study');
    await selectRow(session, '/study-list', 'Phantom');
    await check('study with a scan');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped after a patient was created', async () => {
    const session = await openPseudo(site, 'physician');
    const { check, checkPopup, open, press } = session;
    const { created } = patientTexts;
    await open(`/patient-create-success?patient=${patient.id}`, null);
    await check('patient created');
    await checkPopup('create study', () => press(new RegExp(created.createStudy)));
    await checkPopup('add attachments', () => press(new RegExp(created.attach)));
    await open(`/no-previous-studies?patient=${patient.id}`, null);
    await check('no prior studies');
    const other = { ...PERSON, code: 'CF-20419' };
    await create('/patients', other);
    await open(`/external-link?action=openStudy&accession=A-1&mrn=${other.code}`, null);
    await check('link to the study of another patient');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped for a blind annotator', async () => {
    const session = await openPseudo(site, 'annotator');
    const { page, check, open } = session;
    await check('studies to annotate');
    await page.getByRole('row').nth(1).click();
    await drawn(page);
    await check('selected study to annotate');
    await open('/home', 'Home');
    await check('home of an annotator');
    await open('/external-link?action=openPatient&mrn=CF-20418', null);
    await check('link of an annotator');
    expect(session.problems).toEqual([]);
    await session.close();
  });
});
