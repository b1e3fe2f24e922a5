import { type ReactNode, useEffect, useState } from 'react';
import { type Finding, routes, scanMessageSchema, topics } from '#contracts';
import {
  type ApiClient,
  apiToken,
  type ExtensionContext,
  formDraftsToken,
  liveToken,
  NOT_SAVED,
  pendingActionsToken,
  sessionToken,
  studyToken,
} from '#core';
import { ok } from '#foundation';
import { type NoteCalls, NoteList, useLoaded, useStore } from '#ui';
import { findingTexts } from '../../../texts/finding-texts.ts';

/** Delay in ms before notes are read, so that stepping through findings sends no requests. */
const READ_DELAY_MS = 500;

/**
 * Notes of readers on the opened finding; withheld from blind annotators, and absent until the
 * finding is saved.
 */
export function FindingNotes(props: {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}): ReactNode {
  const { context, finding } = props;
  // The server does not know a restored finding until it is saved.
  const isSaved = useStore(context.use(studyToken).store, ({ save }) => save.kind === 'saved');
  const settled = useSettled(finding.id, isSaved);
  const isBlind = useStore(context.use(sessionToken).store, ({ user }) =>
    (user?.roles ?? []).some(({ id }) => id === 'BLIND_ANNOTATOR'),
  );
  if (isBlind || !settled || finding.version === NOT_SAVED) return null;
  return <Notes context={context} finding={finding} />;
}

/**
 * Returns whether the id has been the same for the delay of the first read, which starts when all
 * edits are saved.
 */
function useSettled(id: string, isSaved: boolean): boolean {
  const [settledId, setSettledId] = useState<string | null>(null);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setSettledId(id), READ_DELAY_MS);
    return () => clearTimeout(timer);
  }, [id, isSaved]);
  return settledId === id;
}

function Notes({
  context,
  finding: { id: findingId, version, scan },
}: {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}): ReactNode {
  const session = context.use(sessionToken);
  const userId = useStore(session.store, ({ user }) => user?.id ?? null);
  const names = useColleagueNames(context);
  const changeCount = useNoteChanges(context, scan.id);
  return (
    <NoteList
      compact
      ownOnly
      userId={userId}
      mayWrite={session.mayCall(routes.createFindingNote)}
      source={{
        key: ['findings', findingId],
        // A restored finding has its notes again once it is saved.
        revision: version + changeCount,
        calls: callsOf(context.use(apiToken), findingId),
        drafts: context.use(formDraftsToken),
        deletions: context.use(pendingActionsToken),
        nameOf: (id) =>
          id !== null && id === userId
            ? findingTexts.edits.you
            : (names.get(id ?? '') ?? findingTexts.conflict.otherUser),
        problemText: ({ title, next }) => `${title}${/[.!?]$/.test(title) ? '' : '.'} ${next}`,
      }}
    />
  );
}

/** Returns the number of changes of notes on findings of the scan, by any user, since mounting. */
function useNoteChanges(context: ExtensionContext, scanId: string): number {
  const live = context.use(liveToken);
  const organizationId = useStore(
    context.use(sessionToken).store,
    ({ user }) => user?.organization.id ?? null,
  );
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (organizationId === null) return;
    const topic = topics.scan(organizationId, scanId);
    const subscription = live.subscribe(topic, scanMessageSchema, ({ what }) => {
      if (what === 'NOTES') setCount((previous) => previous + 1);
    });
    return () => subscription.dispose();
  }, [live, organizationId, scanId]);
  return count;
}

const NO_NOTES = { items: [], total: 0, nextCursor: null };

function callsOf(api: ApiClient, id: string): NoteCalls {
  return {
    list: async (query, signal) => {
      const response = await api.call(routes.listFindingNotes, { params: { id }, query, signal });
      // The server does not know a finding whose restoration is not saved yet.
      return !response.ok && response.problem.status === 404 ? ok(NO_NOTES) : response;
    },
    create: (text, idempotencyKey) =>
      api.call(routes.createFindingNote, { params: { id }, body: { text }, idempotencyKey }),
    update: ({ id: noteId, version }, text) =>
      api.call(routes.updateFindingNote, { params: { id, noteId }, body: { text }, version }),
    remove: ({ id: noteId, version }, options) =>
      api.call(routes.deleteFindingNote, { params: { id, noteId }, version, ...options }),
  };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Returns the names of users by account id; empty until loaded and without the permission. */
function useColleagueNames(context: ExtensionContext): ReadonlyMap<string, string> {
  const api = context.use(apiToken);
  const enabled = context.use(sessionToken).mayCall(routes.listColleagues);
  const { value } = useLoaded(
    ['finding-note-authors'],
    async (signal) => {
      const response = await api.call(routes.listColleagues, { signal });
      if (!response.ok) return response;
      return ok(new Map(response.value.items.map(({ id, name }) => [id, name])));
    },
    { enabled },
  );
  return value ?? NO_NAMES;
}
