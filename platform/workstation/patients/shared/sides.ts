import { scanSide } from '#contracts';

/** Right first: it stands on the viewer's left, as the breasts do. */
export const SIDES = [
  { id: 'R', label: scanSide.labels.R },
  { id: 'L', label: scanSide.labels.L },
] as const;
