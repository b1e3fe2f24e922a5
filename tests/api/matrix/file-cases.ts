import type { scanFileRoutes } from '../../../platform/contracts/routes/files/scan-file-routes.ts';
import type { uploadRoutes } from '../../../platform/contracts/routes/files/upload-routes.ts';
import { sha256 } from '../../faults/support/data-plane.ts';
import { ATTACHMENT_FILE, filledAttachment } from './operation-cases.ts';
import type { Caller, CaseCall, MatrixTenant, RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
const A_FILE = { fileCategory: 'SEGMENT_MASK', fileName: 'mask.nrrd', fileExtension: 'nrrd' };

/** Registers a file of a fresh scan, without bytes. */
export async function newRegisteredFile(tenant: MatrixTenant): Promise<string> {
  const body = { ...A_FILE, scanId: await tenant.newScan('I') };
  return (await tenant.must('OPERATOR', 'POST', '/scanfiles', { body })).id;
}

const SENDERS = { roles: MAKERS, principals: ['device'] } as const;
const CHUNK = { some: 'bytes' };
const CHUNK_BYTES = Buffer.from(JSON.stringify(CHUNK));
const CHUNK_DIGEST = { size: CHUNK_BYTES.byteLength, sha256: sha256(CHUNK_BYTES) };
const CHUNK_CALL = {
  body: CHUNK,
  headers: {
    'content-type': 'application/octet-stream',
    'upload-offset': '0',
    'x-checksum-sha256': CHUNK_DIGEST.sha256,
  },
} as const;

const EMPTY_FILE = { size: 0, sha256: sha256(Buffer.alloc(0)) };

const newFileFields = async (tenant: MatrixTenant) => ({
  scanId: await tenant.newScan('I'),
  fileName: 'a.nrrd',
  fileCategoryId: 'RAW',
  ...CHUNK_DIGEST,
});

/**
 * Starts an upload. An upload belongs to its sender: callers who may send start their own, all
 * others get that of an operator.
 */
async function newUpload(
  tenant: MatrixTenant,
  caller?: Caller,
  digest: object = CHUNK_DIGEST,
): Promise<string> {
  const senders: readonly string[] = [...SENDERS.roles, ...SENDERS.principals];
  const sender = caller !== undefined && senders.includes(caller.name) ? caller : 'OPERATOR';
  const body = { scanFileId: await newRegisteredFile(tenant), ...digest };
  return (await tenant.must(sender, 'POST', '/uploads', { body })).id;
}

/** Builds a case for a call on an upload of the caller and on an upload of the other tenant. */
function onUpload(input: CaseCall = {}) {
  return {
    ...SENDERS,
    call: async (tenant: MatrixTenant, caller: Caller) => ({
      params: { id: await newUpload(tenant, caller) },
      ...input,
    }),
    foreign: {
      id: async (_ownOrg: MatrixTenant, otherOrg: MatrixTenant) => ({
        params: { id: await newUpload(otherOrg) },
        ...input,
      }),
    },
  };
}

export const fileCases: RouteCases<typeof scanFileRoutes & typeof uploadRoutes> = {
  getVolume: {
    roles: READERS,
    principals: [],
    call: ({ scanId }) => ({ params: { id: scanId } }),
    foreign: { id: 'theirs' },
  },
  createScanFile: {
    roles: MAKERS,
    principals: ['device'],
    call: async (tenant) => ({ body: { ...A_FILE, scanId: await tenant.newScan('I') } }),
    foreign: {
      scanId: 'theirs',
      parentId: ({ scanId }, { fileId }) => ({ body: { ...A_FILE, scanId, parentId: fileId } }),
    },
  },
  putScanFileContent: {
    roles: MAKERS,
    principals: ['device'],
    call: async (tenant) => ({
      params: { id: await newRegisteredFile(tenant) },
      form: 'some bytes',
    }),
    foreign: { id: 'theirs' },
  },
  listScanFiles: {
    roles: READERS,
    principals: ['device'],
    call: ({ scanId }) => ({ params: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
  downloadScanFile: {
    roles: READERS,
    principals: ['device', 'worker'],
    call: ({ fileId }) => ({ params: { id: fileId } }),
    foreign: { id: 'theirs' },
  },
  searchScanFiles: {
    roles: READERS,
    principals: ['device'],
    call: ({ scanId }) => ({ query: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
  getScanFile: {
    roles: READERS,
    principals: ['device'],
    call: ({ fileId }) => ({ params: { id: fileId } }),
    foreign: { id: 'theirs' },
  },
  updateScanFile: {
    ...SENDERS,
    call: async (tenant) => ({
      params: { id: await newRegisteredFile(tenant) },
      body: { fileName: 'other.nrrd' },
    }),
    foreign: { id: 'theirs' },
  },
  deleteScanFile: {
    ...SENDERS,
    call: async (tenant) => ({ params: { id: await newRegisteredFile(tenant) } }),
    foreign: { id: 'theirs' },
  },
  deleteScanFiles: {
    ...SENDERS,
    call: async (tenant) => ({ params: { scanId: await tenant.newScan('I') } }),
    foreign: { scanId: 'theirs' },
  },
  setNippleAi: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await newRegisteredFile(tenant) },
      body: { sag: 0, tra: 0, depth: 3, rad: 90 },
    }),
    foreign: { id: 'theirs' },
  },
  checkFileExistence: {
    roles: READERS,
    principals: ['device'],
    call: ({ fileId }) => ({ query: { id: fileId } }),
    foreign: {
      id: 'theirs',
      scanId: (_ownOrg, { scanId }) => ({ query: { scanId, fileName: 'volume.nrrd' } }),
    },
  },
  createMaskFileMeta: {
    ...SENDERS,
    call: async (tenant) => ({
      body: { scanId: await tenant.newScan('I'), fileName: 'mask.nrrd' },
    }),
    foreign: {
      scanId: 'theirs',
      parentId: ({ scanId }, { fileId }) => ({
        body: { scanId, fileName: 'mask.nrrd', parentId: fileId },
      }),
    },
  },
  generateUploadUrl: {
    ...SENDERS,
    call: async (tenant) => ({
      body: { scanId: await tenant.newScan('I'), fileName: 'a.nrrd', fileCategoryId: 'RAW' },
    }),
    // A category is a code of the product in a field whose name ends like an id.
    foreign: { scanId: 'theirs', fileCategoryId: 'theirs' },
  },
  createUpload: {
    ...SENDERS,
    call: async (tenant) => ({
      body: { scanFileId: await newRegisteredFile(tenant), ...CHUNK_DIGEST },
    }),
    foreign: {
      scanFileId: 'theirs',
      scanId: async (_ownOrg, otherOrg) => ({ body: await newFileFields(otherOrg) }),
      fileCategoryId: async (_ownOrg, otherOrg) => ({ body: await newFileFields(otherOrg) }),
    },
  },
  getUpload: onUpload(),
  patchUpload: onUpload(CHUNK_CALL),
  commitUpload: {
    ...SENDERS,
    call: async (tenant, caller) => ({
      params: { id: await newUpload(tenant, caller, EMPTY_FILE) },
      body: {},
    }),
    foreign: {
      id: async (_ownOrg, otherOrg) => ({ params: { id: await newUpload(otherOrg) }, body: {} }),
    },
  },
  deleteUpload: onUpload(),
  createDownload: {
    roles: READERS,
    principals: [],
    call: ({ fileId }) => ({ body: { scanFileId: fileId } }),
    foreign: {
      scanFileId: 'theirs',
      attachmentId: async (_ownOrg, otherOrg) => ({
        body: { attachmentId: await filledAttachment(otherOrg), fileName: ATTACHMENT_FILE },
      }),
    },
  },
};
