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
  const open = () => sideOf(study.store.getState().targetScanId);
  const services = { study, view: viewState, notices, session, reading: createReadingState() };
  return { backend, study, command: stepScanCommand(services), open };
}

it('goes from the right breast to the left one and around', async () => {
  const { backend, study, command, open } = await setUp();
  const right = backend.scans.find(({ laterality }) => laterality.id === 'R');
  await study.open(backend.studyId, right?.id ?? null);
  for (const [by, side] of [
    [1, 'L'],
    [1, 'R'],
    [-1, 'L'],
  ] as const) {
    await command.run({ by }, signal);
    expect(open()).toBe(side);
  }
});

it('leaves out what is not scanned to its end, and says when there is no other scan', async () => {
  const { backend, study, command } = await setUp();
  backend.scans.forEach((scan, at) => {
    if (scan.laterality.id === 'L') backend.scans[at] = { ...scan, scanState: 'I' };
  });
  const right = backend.scans.find(({ laterality }) => laterality.id === 'R');
  await study.open(backend.studyId, right?.id ?? null);
  expect(command.enabled?.()).toBe(commandTexts.oneScan);
});

it('refuses what is no step, by name', async () => {
  const { command } = await setUp();
  for (const invalid of [undefined, {}, { by: 'next' }, { by: 0.5 }]) {
    expect(command.validate(invalid)).toMatchObject({
      ok: false,
      problem: { code: 'WRONG_ARGUMENTS' },
    });
  }
});
