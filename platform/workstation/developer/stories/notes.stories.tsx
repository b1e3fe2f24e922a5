import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Note } from '#contracts';
import { fail, ok, problem } from '#foundation';
import { NoteList } from '#ui';
import { LONG_TEXT, type StoryGroup } from './story.ts';

const AUTHOR = 'author';
const aNote = (id: string, text: string): Note => ({
  id,
  version: 1,
  createdAt: '2026-02-03T10:00:00Z',
  updatedAt: '2026-02-03T10:00:00Z',
  createdBy: AUTHOR,
  updatedBy: AUTHOR,
  deletedAt: null,
  deletedBy: null,
  entityRow: { kind: 'findings', id: 'finding' },
  text,
});

const refused = async () =>
  fail({ ...problem('READ_ONLY', 'Example only', '', ''), status: 0, data: null });

function ExampleNotes(
  props: Pick<ComponentProps<typeof NoteList>, 'compact' | 'mayWrite'> & {
    readonly notes: readonly Note[];
  },
): ReactNode {
  const [queries] = useState(() => new QueryClient());
  const items = props.notes;
  return (
    <QueryClientProvider client={queries}>
      <NoteList
        mayWrite={props.mayWrite}
        compact={props.compact === true}
        userId={AUTHOR}
        source={{
          key: ['stories', 'notes'],
          calls: {
            list: async () => ok({ items, total: items.length, nextCursor: null }),
            create: refused,
            update: refused,
            remove: refused,
          },
          drafts: { read: () => null, write: () => undefined, remove: () => undefined },
          deletions: {
            store: { getState: () => NO_IDS, subscribe: () => () => undefined },
            schedule: () => undefined,
          },
          nameOf: () => 'M. Okafor',
          problemText: ({ title }) => title,
        }}
      />
    </QueryClientProvider>
  );
}

const NO_IDS: ReadonlySet<string> = new Set();
const NOTES = [aNote('first', 'Please compare with the MRI.'), aNote('second', LONG_TEXT)];

export const noteStories: readonly StoryGroup[] = [
  {
    widget: 'NoteList',
    stories: [
      { title: 'Normal', draw: () => <ExampleNotes notes={NOTES} mayWrite /> },
      { title: 'Compact', draw: () => <ExampleNotes notes={NOTES} mayWrite compact /> },
      { title: 'Empty', draw: () => <ExampleNotes notes={[]} mayWrite /> },
      { title: 'Read only', draw: () => <ExampleNotes notes={NOTES} mayWrite={false} /> },
    ],
  },
];
