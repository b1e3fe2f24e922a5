import { token } from '#foundation';
import type { DeveloperFaults } from '../scanner/developer-faults.ts';
import type { ScannerChecks } from '../scanner/scanner-checks.ts';
import type { OwnRunningScan } from './running-scan.ts';
import type { ScanRun } from './scan-run.ts';
import type { ExaminationStarter } from './start-examination.ts';

/** The scan being recorded. */
export const scanRunToken = token<ScanRun>('scanner.scan-run');
/** The scan that the user operates, on any page. */
export const runningScanToken = token<OwnRunningScan>('scanner.running-scan');
/** Creates study and scan and starts recording. */
export const examinationToken = token<ExaminationStarter>('scanner.examination');
/** Checks before a scan. */
export const scannerChecksToken = token<ScannerChecks>('scanner.checks');
/** Developer mode: fault injection into a simulated scanner. */
export const developerFaultsToken = token<DeveloperFaults>('scanner.developer-faults');
