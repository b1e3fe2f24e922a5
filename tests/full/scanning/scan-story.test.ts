import { afterAll, beforeAll, it } from 'vitest';
import { signalChild } from '../../e2e/support/product/processes.ts';
import { EXAMINATION_FAULTS, examineBoth } from '../../e2e/support/scanning/examination.ts';
import {
  AT_LEISURE,
  openScanRoom,
  SCAN_SERVICE,
  type ScanRoom,
  scanSite,
} from '../../e2e/support/scanning/scan-room.ts';

let room: ScanRoom;
beforeAll(async () => {
  room = await openScanRoom(scanSite({ ...AT_LEISURE, faults: [...EXAMINATION_FAULTS] }));
});
afterAll(() => room?.close());

it('records both breasts through a pause, two warnings and the death of the scan service', async () => {
  const kill = () => signalChild(room.product.pid, SCAN_SERVICE, 'SIGKILL');
  await examineBoth({ room, service: { kill }, name: 'story' });
});
