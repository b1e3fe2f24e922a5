import { token } from '#foundation';
import type { DeveloperFaults } from '../scanner/developer-faults.ts';
import type { ScannerChecks } from '../scanner/scanner-checks.ts';
import type { ScanRun } from './scan-run.ts';
import type { ExaminationStarter } from './start-examination.ts';

/** The scan that is being recorded. */
export const scanRunToken = token<ScanRun>('scanner.scan-run');
/** Makes study and scan and starts recording. */
export const examinationToken = token<ExaminationStarter>('scanner.examination');
/** What is looked at before a scan. */
export const scannerChecksToken = token<ScannerChecks>('scanner.checks');
/** Developer mode: what lets a simulated scanner fail. */
export const developerFaultsToken = token<DeveloperFaults>('scanner.developer-faults');
