import type { ReactNode } from 'react';

/** One widget in one state. */
export interface Story {
  readonly title: string;
  /** Drawn as a component of its own: it may keep state. */
  readonly draw: () => ReactNode;
  /** The pixels that it needs where it would fill any height, e.g. a table. */
  readonly height?: number;
  readonly wide?: boolean;
}

/** A widget with its states. */
export interface StoryGroup {
  readonly widget: string;
  readonly stories: readonly Story[];
}

export const LONG =
  'Scattered fibroglandular tissue with an oval, circumscribed, hypoechoic mass that runs parallel to the skin';
