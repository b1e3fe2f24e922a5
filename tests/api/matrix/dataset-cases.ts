import { newId } from '#foundation';
import type { datasetRoutes } from '../../../platform/contracts/routes/administration/dataset-routes.ts';
import { loadPseudonyms } from '../../../platform/server/datasets/pseudonyms.ts';
import { A_MODEL } from '../support/ai-finding.ts';
import type { MatrixTenant, RouteCases } from './route-case.ts';

/** Inserts an ended export whose archive is the stored volume of the tenant. */
async function newExport({ db, organizationId, fileId }: MatrixTenant): Promise<string> {
  const id = newId();
  const stored = await db
    .selectFrom('scanFile')
    .select(['storagePath', 'checksum', 'byteLength', 'encryption', 'encryptionKeyId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('datasetExport')
    .values({
      ...stored,
      id,
      organizationId,
      filter: JSON.stringify({ onlySigned: false, hasFindings: false }),
      format: 'nrrd',
      split: JSON.stringify({ train: 1, validation: 0, test: 0 }),
      seed: 1,
      status: 'COMPLETED',
      endedAt: new Date().toISOString(),
      total: 1,
      problem: null,
      createdBy: null,
    })
    .execute();
  return id;
}

/** Creates a scan whose volume has a place in the patient and returns its pseudonym. */
async function newPseudonym(tenant: MatrixTenant): Promise<string> {
  const { db, organizationId } = tenant;
  const scanId = await tenant.newScan();
  const header = {
    sizes: '20 20 20',
    spacingMm: [1, 1, 1],
    originMm: [0, 0, 0],
    coverageRadiusMm: 10,
  };
  await db
    .insertInto('scanFile')
    .values({
      ...{ id: newId(), organizationId, scanId, fileCategory: 'VOLUME3D', role: 'PRIMARY' },
      ...{ fileName: 'v.nrrd', fileExtension: 'nrrd', encoding: 'NONE', parentId: null },
      ...{ header: JSON.stringify(header), storagePath: newId(), checksum: 'a', byteLength: 1 },
      ...{ storedAt: new Date().toISOString(), createdBy: null, updatedBy: null, epoch: null },
      ...{ acquisitionTime: null, supersededAt: null },
    })
    .execute();
  return (await loadPseudonyms(db, organizationId))('scan', scanId);
}

const ofExport = {
  roles: ['ADMIN'],
  principals: [],
  call: async (tenant: MatrixTenant) => ({ params: { id: await newExport(tenant) } }),
  foreign: { id: 'theirs' },
} as const;

export const datasetCases: RouteCases<typeof datasetRoutes> = {
  createDatasetExport: {
    roles: ['ADMIN'],
    principals: [],
    call: ({ studyId }) => ({ body: { filter: { studyIds: [studyId] }, format: 'nrrd' } }),
    foreign: { studyIds: 'theirs' },
  },
  listDatasetExports: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({}),
    foreign: 'The exports of the caller’s organization; no id is named.',
  },
  getDatasetExport: ofExport,
  cancelDatasetExport: ofExport,
  createDatasetDownload: ofExport,
  downloadDataset: ofExport,
  importPredictions: {
    roles: ['ADMIN'],
    principals: [],
    call: async (tenant) => ({
      body: {
        providerId: 'org.example.network.find',
        model: A_MODEL,
        scans: [
          {
            scan: await newPseudonym(tenant),
            findings: [
              {
                score: 0.5,
                marks: [{ type: 'SELECTMARK', plane: 'COR', pointsVoxel: [[9, 9, 9]] }],
              },
            ],
          },
        ],
      },
    }),
    foreign:
      'Scans are named by pseudonyms, which differ between organizations; dataset-predictions.test.ts sends those of another organization.',
  },
};
