import type { Migration } from 'kysely/migration';
import { firstTables } from './0001-first-tables.ts';
import { patientSearch } from './0002-patient-search.ts';
import { demonstratedOnce } from './0003-demonstrated-once.ts';
import { deviceLeases } from './0004-device-leases.ts';
import { storeKeys } from './0005-store-keys.ts';
import { accountLife } from './0006-account-life.ts';
import { wholeRecords } from './0007-whole-records.ts';
import { operations } from './0008-operations.ts';
import { fileCare } from './0009-file-care.ts';
import { auditChain } from './0010-audit-chain.ts';
import { changedFirst } from './0011-changed-first.ts';
import { repeatedCalls } from './0012-repeated-calls.ts';
import { organizationSwitches } from './0013-organization-switches.ts';
import { readingLists } from './0014-reading-lists.ts';
import { hiddenByReader } from './0015-hidden-by-reader.ts';
import { foldedSearch } from './0016-folded-search.ts';
import { holdsByTab } from './0017-holds-by-tab.ts';
import { densityRanks } from './0018-density-ranks.ts';
import { depthAndGrid } from './0019-depth-and-grid.ts';
import { unplacedScans } from './0020-unplaced-scans.ts';
import { computedLocations } from './0021-computed-locations.ts';
import { standardNames } from './0022-standard-names.ts';
import { signedFiles } from './0023-signed-files.ts';
import { scanCorrections } from './0024-scan-corrections.ts';
import { scanReviews } from './0025-scan-reviews.ts';
import { findingExports } from './0026-finding-exports.ts';
import { signedHeaders } from './0027-signed-headers.ts';
import { aiRuns } from './0028-ai-runs.ts';
import { workerCredentials } from './0029-worker-credentials.ts';
import { firstReads } from './0030-first-reads.ts';
import { datasetExports } from './0031-dataset-exports.ts';
import { preliminaryImages } from './0032-preliminary-images.ts';
import { evaluations } from './0033-evaluations.ts';
import { runImages } from './0034-run-images.ts';
import { findingOutcomes } from './0035-finding-outcomes.ts';
import { readerStudies } from './0036-reader-studies.ts';
import { followUpClosures } from './0037-follow-up-closures.ts';
import { markedStudies } from './0038-marked-studies.ts';
import { palpablePlaces } from './0039-palpable-places.ts';
import { auditDays } from './0040-audit-days.ts';

/**
 * Migrations in order of execution. The statements of a released migration never change, and
 * neither do their SQL comments, because a database stores a hash of both (`migrationContentHash`).
 */
export const allMigrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-patient-search': patientSearch,
  '0003-demonstrated-once': demonstratedOnce,
  '0004-device-leases': deviceLeases,
  '0005-store-keys': storeKeys,
  '0006-account-life': accountLife,
  '0007-whole-records': wholeRecords,
  '0008-operations': operations,
  '0009-file-care': fileCare,
  '0010-audit-chain': auditChain,
  '0011-changed-first': changedFirst,
  '0012-repeated-calls': repeatedCalls,
  '0013-organization-switches': organizationSwitches,
  '0014-reading-lists': readingLists,
  '0015-hidden-by-reader': hiddenByReader,
  '0016-folded-search': foldedSearch,
  '0017-holds-by-tab': holdsByTab,
  '0018-density-ranks': densityRanks,
  '0019-depth-and-grid': depthAndGrid,
  '0020-unplaced-scans': unplacedScans,
  '0021-computed-locations': computedLocations,
  '0022-standard-names': standardNames,
  '0023-signed-files': signedFiles,
  '0024-scan-corrections': scanCorrections,
  '0025-scan-reviews': scanReviews,
  '0026-finding-exports': findingExports,
  '0027-signed-headers': signedHeaders,
  '0028-ai-runs': aiRuns,
  '0029-worker-credentials': workerCredentials,
  '0030-first-reads': firstReads,
  '0031-dataset-exports': datasetExports,
  '0032-preliminary-images': preliminaryImages,
  '0033-evaluations': evaluations,
  '0034-run-images': runImages,
  '0035-finding-outcomes': findingOutcomes,
  '0036-reader-studies': readerStudies,
  '0037-follow-up-closures': followUpClosures,
  '0038-marked-studies': markedStudies,
  '0039-palpable-places': palpablePlaces,
  '0040-audit-days': auditDays,
};
