import type { RouteName } from '#contracts';
import { accountCases } from './account-cases.ts';
import { auditCases } from './audit-cases.ts';
import { datasetCases } from './dataset-cases.ts';
import { deviceCases } from './device-cases.ts';
import { evaluationCases } from './evaluation-cases.ts';
import { fileCases } from './file-cases.ts';
import { findingCases } from './finding-cases.ts';
import { followUpCases } from './follow-up-cases.ts';
import { noteCases } from './note-cases.ts';
import { operationCases } from './operation-cases.ts';
import { patientCases } from './patient-cases.ts';
import { readerStudyCases } from './reader-study-cases.ts';
import { reportCases } from './report-cases.ts';
import type { RouteCase } from './route-case.ts';
import { scanCases } from './scan-cases.ts';
import { sessionCases } from './session-cases.ts';
import { workerCases } from './worker-cases.ts';

const AREAS = [
  sessionCases,
  accountCases,
  patientCases,
  scanCases,
  fileCases,
  findingCases,
  noteCases,
  deviceCases,
  operationCases,
  reportCases,
  auditCases,
  workerCases,
  datasetCases,
  evaluationCases,
  followUpCases,
  readerStudyCases,
];

/** All cases by route name. */
export const allCases: Readonly<Partial<Record<RouteName, RouteCase>>> = Object.assign(
  {},
  ...AREAS,
);

/** Routes defined by two areas, of which `Object.assign` would drop a case. */
export const duplicateCases: readonly string[] = AREAS.flatMap((area) => Object.keys(area)).filter(
  (name, idx, names) => names.indexOf(name) !== idx,
);
