// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { aLengthMark, errorResponse } from '#core/testing';
import { scannedVolumeGeometry } from '#geometry';
import { click, render, unmountAll } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import { SaveStatus } from './save-status.tsx';

const { save: texts } = modeTexts;
const geometry = scannedVolumeGeometry([61, 40, 61], [1, 1, 1], 30);
let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const text = (): string => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === name);

/** Opens a study and adds a finding that the server rejects. */
async function openWithRejectedSave() {
  opened = await fakeApplication();
  const { platform } = opened;
  const { study, backend, clock } = platform;
  await study.open(backend.studyId, null);
  study.setVolumeGeometry(study.store.getState().targetScanId ?? '', geometry);
  await render(opened.wrap(<SaveStatus />));
  backend.server.once('createFinding', errorResponse(403, 'NOT_ALLOWED', 'Not allowed'));
  await act(async () => {
    study.addFinding(aLengthMark());
    await clock.advance(1_000);
  });
  return study;
}

const press = (name: string) => {
  const element = button(name);
  if (element === undefined) throw new Error(`No button ${name}: ${text()}`);
  return click(element);
};

it('discards a rejected edit after confirmation', async () => {
  const study = await openWithRejectedSave();
  expect(study.store.getState().findings).toHaveLength(1);
  await press(texts.discard);
  expect(text()).toContain(texts.discardWarning);
  expect(button(texts.again)).toBeUndefined();
  await press(texts.discard);
  expect(study.store.getState().findings).toEqual([]);
  expect(button(texts.discard)).toBeUndefined();
});

it('keeps a rejected edit when the user cancels, and retries', async () => {
  const study = await openWithRejectedSave();
  await press(texts.discard);
  await press(texts.cancelDiscard);
  expect(study.store.getState().findings).toHaveLength(1);
  await press(texts.again);
  expect(study.store.getState().save.kind).toBe('saved');
  expect(study.store.getState().findings).toHaveLength(1);
});
