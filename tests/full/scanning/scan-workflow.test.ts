import { afterAll, beforeAll, it } from 'vitest';
import { signalChild } from '../../e2e/support/product/processes.ts';
import { EXAMINATION_FAULTS, examineBoth } from '../../e2e/support/scanning/examination.ts';
import {
  openScanHarness,
  SCAN_SERVICE,
  type ScanHarness,
  SLOW_SCAN,
  scanSite,
} from '../../e2e/support/scanning/scan-harness.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await openScanHarness(scanSite({ ...SLOW_SCAN, faults: [...EXAMINATION_FAULTS] }));
});
afterAll(() => harness?.close());

it('an exam records both breasts through a pause, two warnings and a crash of the scan service', async () => {
  const kill = () => signalChild(harness.product.pid, SCAN_SERVICE, 'SIGKILL');
  await examineBoth({ harness, service: { kill }, name: 'exam' });
});
