// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { aLengthMark, errorResponse } from '#core/testing';
import { scannedVolumeGeometry } from '#geometry';
import { click, render, unmountAll } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import { SaveWord } from './save-word.tsx';

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
  [...document.querySelectorAll('button')].find((one) => one.textContent === name);

/** A new finding that the server would not have. */
async function withRefused() {
  opened = await fakeApplication();
  const { platform } = opened;
  const { study, backend: clinic, clock } = platform;
  await study.open(clinic.studyId, null);
  study.setVolumeGeometry(study.store.getState().targetScanId ?? '', geometry);
  await render(opened.around(<SaveWord />));
  clinic.server.once('createFinding', errorResponse(403, 'NOT_ALLOWED', 'Not allowed'));
  await act(async () => {
    study.addFinding(aLengthMark());
    await clock.advance(1_000);
  });
  return study;
}

const press = (name: string) => {
  const found = button(name);
  if (found === undefined) throw new Error(`No button ${name}: ${text()}`);
  return click(found);
};

it('gives up an edit that was refused when it is asked for twice', async () => {
  const study = await withRefused();
  expect(study.store.getState().findings).toHaveLength(1);
  await press(texts.giveUp);
  expect(text()).toContain(texts.lost);
  expect(button(texts.again)).toBeUndefined();
  await press(texts.giveUp);
  expect(study.store.getState().findings).toEqual([]);
  expect(button(texts.giveUp)).toBeUndefined();
});

it('keeps it where the reader thinks better of it, and tries again', async () => {
  const study = await withRefused();
  await press(texts.giveUp);
  await press(texts.keep);
  expect(study.store.getState().findings).toHaveLength(1);
  await press(texts.again);
  expect(study.store.getState().save.kind).toBe('saved');
  expect(study.store.getState().findings).toHaveLength(1);
});
