import type { ReactNode } from 'react';

/** A widget in a single state. */
export interface Story {
  readonly title: string;
  /** Rendered as a component, so that hooks are allowed. */
  readonly draw: () => ReactNode;
  /** Height in CSS px for widgets that fill any height, e.g. a table. */
  readonly height?: number;
  readonly wide?: boolean;
}

/** A widget and its states. */
export interface StoryGroup {
  readonly widget: string;
  readonly stories: readonly Story[];
}

/** Text that is longer than most widgets are wide. */
export const LONG_TEXT =
  'Scattered fibroglandular tissue with an oval, circumscribed, hypoechoic mass that runs parallel to the skin';
