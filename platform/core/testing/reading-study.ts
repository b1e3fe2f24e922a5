import type { Finding, Mark } from '#contracts';
import { scannedVolumeGeometry } from '#geometry';
import type { StudyState } from '../study/document/study-document.ts';
import { aLengthMark } from './fake-backend.ts';
import { type FakePlatform, fakePlatform } from './fake-platform.ts';

const geometry = scannedVolumeGeometry([61, 40, 61], [1, 1, 1], 30);

/** A physician with a study open, and the acts of whoever marks findings in it. */
export interface ReadingStudy extends FakePlatform {
  /** The scan that is read; its volume is known. */
  readonly scanId: string;
  /** Draws a mark, which is a finding of its own; a length unless told. Throws where it is refused. */
  add(mark?: Mark): Finding;
  /** Lets as much time pass as edits wait to be saved. */
  autosave(): Promise<void>;
  state(): StudyState;
}

/** `parts` lets two pages share a clinic, a clock or a browser's storage. */
export async function readingStudy(
  options: Parameters<typeof fakePlatform>[1] = {},
): Promise<ReadingStudy> {
  const platform = await fakePlatform('PHYSICIAN', options);
  const { study, backend, clock } = platform;
  const opened = await study.open(backend.studyId, null);
  if (!opened.ok) throw new Error(opened.problem.title);
  const scanId = study.store.getState().targetScanId ?? '';
  study.setVolumeGeometry(scanId, geometry);
  return {
    ...platform,
    scanId,
    add(mark = aLengthMark()) {
      const added = study.addFinding(mark);
      if (!added.ok) throw new Error(added.problem.title);
      return added.value;
    },
    autosave: () => clock.advance(1_000),
    state: () => study.store.getState(),
  };
}
