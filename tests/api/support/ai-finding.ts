import type { AiRunFields, Mark } from '#contracts';
import { newId } from '#foundation';
import { aMark } from './records.ts';
import type { TwoTenants } from './two-tenants.ts';

/**
 * Inserts a finding of a model into a scan of the tenant, because no user can create an AI finding.
 * @returns its id
 */
export async function addAiFinding(
  { db, ownOrg }: Pick<TwoTenants, 'db' | 'ownOrg'>,
  scanId: string,
  marks: readonly Mark[] = [],
): Promise<string> {
  const id = newId();
  const { organizationId } = ownOrg;
  // A number that no other finding of the scan has.
  const label = 1000 + Math.floor(Math.random() * 1e6);
  const row = { id, organizationId, scanId, label, generator: 'AI' as const, note: null };
  await db
    .insertInto('finding')
    .values({ ...row, createdBy: null, updatedBy: null })
    .execute();
  for (const mark of marks) {
    const body = JSON.stringify(mark);
    await db
      .insertInto('findingMark')
      .values({ organizationId, id: mark.id, findingId: id, body })
      .execute();
  }
  return id;
}

export const A_MODEL = {
  name: 'Test detector',
  version: '1.0.0',
  weightsSha256: 'ab'.repeat(32),
  use: 'research',
} as const;

type ProposedFields = AiRunFields['findings'][number];

/** Returns a mark of a model. */
export function aModelMark(generatedBy: AiRunFields['generator'] = 'AIAD'): Mark {
  const mark = aMark();
  return { ...mark, markViewParams: { ...mark.markViewParams, generatedBy } };
}

/** Returns a proposal with one mark of the generator. */
export function aProposal(
  overrides: Partial<ProposedFields> = {},
  generator: AiRunFields['generator'] = 'AIAD',
): ProposedFields {
  const mark = aModelMark(generator);
  return {
    id: newId(),
    marks: { [mark.id]: mark },
    score: 0.75,
    note: null,
    massLengthUm: 20_000,
    massWidthUm: null,
    massHeightUm: null,
    ...overrides,
  };
}

/** Returns a run of a detector with one finding. */
export function anAiRun(overrides: Partial<AiRunFields> = {}): AiRunFields {
  return {
    id: newId(),
    task: 'DETECTION',
    providerId: 'org.example.detector.find',
    generator: 'AIAD',
    model: A_MODEL,
    volumeFileId: null,
    messages: [],
    findings: [aProposal()],
    ...overrides,
  };
}
