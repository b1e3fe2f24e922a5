import type { Finding, Mark } from '#contracts';
import { scannedVolumeGeometry } from '#geometry';
import type { StudyState } from '../study/document/study-document.ts';
import { aLengthMark } from './fake-backend.ts';
import { type FakePlatform, fakePlatform } from './fake-platform.ts';

const geometry = scannedVolumeGeometry([61, 40, 61], [1, 1, 1], 30);

/** A signed-in physician with an open study, and helpers to edit findings. */
export interface ReadingStudy extends FakePlatform {
  /** The target scan; its volume geometry is set. */
  readonly scanId: string;
  /** Adds a finding with the mark, by default a length. Throws if rejected. */
  add(mark?: Mark): Finding;
  /** Advances the clock by the autosave delay. */
  autosave(): Promise<void>;
  state(): StudyState;
}

/** `options` lets two pages share a backend, a clock or browser storage. */
export async function readingStudy(
  options: Parameters<typeof fakePlatform>[1] = {},
): Promise<ReadingStudy> {
  const platform = await fakePlatform('PHYSICIAN', options);
  const { study, backend, clock } = platform;
  const opened = await study.open(backend.studyId, null);
  if (!opened.ok) throw new Error(opened.problem.title);
  const scanId = study.store.getState().targetScanId ?? '';
  backend.volumes.set(scanId, geometry);
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
