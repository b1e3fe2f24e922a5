import type { ReactNode } from 'react';
import { NoteList, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { formProblemText } from '../patients/shared/field-errors.ts';
import { type NoteSubjectRef, noteCalls } from './note-calls.ts';
import { useAccountName } from './use-account-name.ts';

export interface NotesViewProps {
  readonly subject: NoteSubjectRef;
  readonly mayWrite: boolean;
}

/** Notes on a patient or study, with adding, editing and deleting. */
export function NotesView({ subject, mayWrite }: NotesViewProps): ReactNode {
  const { api, formDrafts, pendingActions, session } = useApplication().services;
  const nameOf = useAccountName();
  const userId = useStore(session.store, ({ user }) => user?.id ?? null);
  return (
    <NoteList
      source={{
        key: [subject.kind, subject.id],
        calls: noteCalls(api, subject),
        drafts: formDrafts,
        deletions: pendingActions,
        nameOf,
        problemText: formProblemText,
      }}
      mayWrite={mayWrite}
      userId={userId}
    />
  );
}
