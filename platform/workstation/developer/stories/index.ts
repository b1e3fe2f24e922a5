import type { StoryGroup } from './story.ts';

/** Story file, loaded on demand. */
export interface StoryFile {
  readonly id: string;
  load(): Promise<readonly StoryGroup[]>;
}

/** All story files; a test compares the list with the folder. */
export const STORY_FILES: readonly StoryFile[] = [
  { id: 'buttons', load: async () => (await import('./buttons.stories.tsx')).buttonStories },
  { id: 'text', load: async () => (await import('./text.stories.tsx')).textStories },
  { id: 'notes', load: async () => (await import('./notes.stories.tsx')).noteStories },
  { id: 'choices', load: async () => (await import('./choices.stories.tsx')).choiceStories },
  { id: 'dates', load: async () => (await import('./dates.stories.tsx')).dateStories },
  { id: 'table', load: async () => (await import('./table.stories.tsx')).tableStories },
  { id: 'dialogs', load: async () => (await import('./dialogs.stories.tsx')).dialogStories },
  { id: 'states', load: async () => (await import('./states.stories.tsx')).stateStories },
  { id: 'layout', load: async () => (await import('./layout.stories.tsx')).layoutStories },
];
