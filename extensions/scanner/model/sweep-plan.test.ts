import { expect, it } from 'vitest';
import { PROTOCOL_FRAMES, type ScanProtocol } from '#contracts';
import { DEMONSTRATION_FRAME, sweepPlans } from './sweep-plan.ts';

it.each<ScanProtocol>(['FULL', 'UQQ'])('plans as many %s frames as lists count', (protocol) => {
  const plans = sweepPlans(protocol, DEMONSTRATION_FRAME, 45);
  const frames = plans.reduce((sum, { clockDeg }) => sum + clockDeg.length, 0);
  expect(frames).toBe(PROTOCOL_FRAMES[protocol]);
});
