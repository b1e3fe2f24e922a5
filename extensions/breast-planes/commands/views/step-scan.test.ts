import { expect, it } from 'vitest';
import { fakePlatform } from '#core/testing';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { stepScanCommand } from './step-scan.ts';

const { signal } = new AbortController();

async function setUp() {
  const { study, backend, viewState, notices, session } = await fakePlatform('PHYSICIAN');
  const sideOf = (id: string | null) =>
    study.store.getState().scans.find((scan) => scan.id === id)?.laterality.id;
  const openSide = () => sideOf(study.store.getState().targetScanId);
  const services = { study, view: viewState, notices, session, reading: createReadingState() };
  return { backend, study, command: stepScanCommand(services), openSide };
}

it('opens the next or previous breast and wraps around', async () => {
  const { backend, study, command, openSide } = await setUp();
  const right = backend.scans.find(({ laterality }) => laterality.id === 'R');
  await study.open(backend.studyId, right?.id ?? null);
  for (const [by, side] of [
    [1, 'L'],
    [1, 'R'],
    [-1, 'L'],
  ] as const) {
    await command.run({ by }, signal);
    expect(openSide()).toBe(side);
  }
});

it('skips incomplete scans and gives the reason when no other scan exists', async () => {
  const { backend, study, command } = await setUp();
  backend.scans.forEach((scan, index) => {
    if (scan.laterality.id === 'L') backend.scans[index] = { ...scan, scanState: 'I' };
  });
  const right = backend.scans.find(({ laterality }) => laterality.id === 'R');
  await study.open(backend.studyId, right?.id ?? null);
  expect(command.enabled?.()).toBe(commandTexts.oneScan);
});

it('rejects invalid steps with WRONG_ARGUMENTS', async () => {
  const { command } = await setUp();
  for (const invalid of [undefined, {}, { by: 'next' }, { by: 0.5 }]) {
    expect(command.validate(invalid)).toMatchObject({
      ok: false,
      problem: { code: 'WRONG_ARGUMENTS' },
    });
  }
});
