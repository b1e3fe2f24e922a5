import type { ReactNode } from 'react';

const TICKS = Array.from({ length: 12 }, (_, hour) => hour * 30);
/** Angle of the hand: half past ten, upper outer quadrant of a right breast. */
const HAND_DEG = 315;

/** The product logo: twelve hours, a nipple and a hand, on a 24 px grid. */
export function ProductMark({ size = 20 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      {TICKS.map((deg) => (
        <line
          key={deg}
          x1={12}
          y1={deg % 90 === 0 ? 4.2 : 3.4}
          x2={12}
          y2={deg % 90 === 0 ? 1.4 : 2.2}
          transform={`rotate(${deg} 12 12)`}
        />
      ))}
      <line
        x1={12}
        y1={12}
        x2={12}
        y2={6.6}
        stroke="#5aa9f0"
        transform={`rotate(${HAND_DEG} 12 12)`}
      />
      <circle cx={12} cy={12} r={1.6} fill="currentColor" stroke="none" />
    </svg>
  );
}
