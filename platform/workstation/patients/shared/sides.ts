import { scanSide } from '#contracts';

/** Right first, because the right breast is shown on the viewer's left. */
export const SIDES = [
  { id: 'R', label: scanSide.labels.R },
  { id: 'L', label: scanSide.labels.L },
] as const;
