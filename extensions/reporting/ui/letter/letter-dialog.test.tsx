// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import type { ReportLetter } from '#contracts';
import {
  errorResponse,
  type FakePlatform,
  fakePlatform,
  okResponse,
  type StubResponse,
} from '#core/testing';
import { newId } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { LetterDialog } from './letter-dialog.tsx';

let platform: FakePlatform | null = null;
afterEach(async () => {
  await unmountAll();
  platform?.dispose();
});

const shown = () => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;

function aLetter(language: 'en' | 'de', change: Partial<ReportLetter> = {}): ReportLetter {
  return {
    language,
    number: 2,
    subject: language === 'en' ? 'Result' : 'Ergebnis',
    salutation: 'Dear Ann Example,',
    paragraphs: ['First.', 'Second.'],
    closing: 'Kind regards',
    signer: 'Rea Reader',
    categories: ['1'],
    warnings: [],
    ...change,
  };
}

async function openDialog(change: Partial<ReportLetter> = {}, first?: StubResponse) {
  platform = await fakePlatform('PHYSICIAN');
  const { server } = platform.backend;
  server.handle('getReportLetterText', ({ query }) =>
    okResponse(aLetter(query.get('language') === 'de' ? 'de' : 'en', change)),
  );
  if (first !== undefined) server.once('getReportLetterText', first);
  server.handle('getReportLetter', () => ({ status: 200, bytes: new Uint8Array([1, 2, 3]) }));
  await render(
    <LetterDialog api={platform.api} reportId={newId()} language="en" onClose={() => undefined} />,
  );
}

it('shows the text of the letter and saves its PDF under a name without the patient', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
  await openDialog();
  await until(() => shown().includes('Dear Ann Example,'));
  await click(button('Save as PDF'));
  await until(() => saved.length > 0);
  expect(saved).toEqual(['letter-2-en.pdf']);
});

it('asks for confirmation before a result that is explained in person is printed', async () => {
  await openDialog({ warnings: ['IN_PERSON'], categories: ['4'] });
  await until(() => shown().includes('Explain this result in person'));
  for (const name of ['Open PDF', 'Print', 'Save as PDF']) expect(button(name).disabled).toBe(true);
  await click(document.querySelector<HTMLElement>('input[type=checkbox]')!);
  expect(button('Print').disabled).toBe(false);
});

it('asks to compare a letter that differs from the report, beside the talk', async () => {
  await openDialog({ warnings: ['IN_PERSON', 'MANAGEMENT'], categories: ['4'] });
  await until(() => shown().includes('lacks a recommendation of the report'));
  const [explained, compared] = document.querySelectorAll<HTMLElement>('input[type=checkbox]');
  await click(explained);
  expect(button('Print').disabled).toBe(true);
  await click(compared);
  expect(button('Print').disabled).toBe(false);
  await click(explained);
  expect(button('Print').disabled).toBe(true);
});

it('shows why there is no letter, and tries again', async () => {
  const rejected = errorResponse(409, 'Conflict', 'B3 has the unknown placeholder {colour}.');
  await openDialog({}, rejected);
  await until(() => shown().includes('{colour}'));
  expect(button('Save as PDF').disabled).toBe(true);
  await click(button('Retry'));
  await until(() => shown().includes('First.'));
});
