import type { SignedStudy } from '../signed-study.ts';

export const READER_A = { id: '00000000-0000-4000-8000-00000000000a', name: 'Adams' };
export const READER_B = { id: '00000000-0000-4000-8000-00000000000b', name: 'Brown' };

/** A screening study of category 2 on the left, signed two hours after its images. */
export function aSignedStudy(overrides: Partial<SignedStudy> = {}): SignedStudy {
  return {
    reader: READER_A,
    studyDay: '2026-03-05',
    leftScore: 3,
    rightScore: null,
    indications: ['DENSE'],
    hasAddendum: false,
    readableAt: '2026-03-05T08:00:00.000Z',
    signedAt: '2026-03-05T10:00:00.000Z',
    findings: [],
    ...overrides,
  };
}
