import type { ApiClient } from '#api-client';
import type { PublicConfig } from '#contracts';
import { token } from '#foundation';
import type { FormDrafts } from '../../session/form-drafts.ts';
import type { IdleWatch } from '../../session/idle-watch.ts';
import type { Session } from '../../session/session.ts';
import type { StudyDocument } from '../../study/document/study-document.ts';
import type { ReadersByScan } from '../../study/view/sync-scans.ts';
import type { ViewState } from '../../study/view/view-state.ts';
import type { FileChanges } from '../../study/view/watch-file-changes.ts';
import type { JobTracker } from '../live/job-tracker.ts';
import type { LiveConnection } from '../live/live-connection.ts';
import type { ReadonlyStore } from '../store.ts';
import type { LeaveGuard } from '../user/leave-guard.ts';
import type { Navigation } from '../user/navigation.ts';
import type { Notices } from '../user/notices.ts';
import type { PendingActions } from '../user/pending-actions.ts';
import type { Preferences } from '../user/preferences.ts';
import type { ReadingList } from '../user/reading-list.ts';
import type { UserKeys } from '../user/user-keys.ts';
import type { Workstation } from './workstation.ts';

/** Services that the host provides to every extension. */
export const apiToken = token<ApiClient>('clockface.api');
export const sessionToken = token<Session>('clockface.session');
export const studyToken = token<StudyDocument>('clockface.study');
export const viewStateToken = token<ViewState>('clockface.view-state');
export const readersToken = token<ReadonlyStore<ReadersByScan>>('clockface.readers');
export const fileChangesToken = token<ReadonlyStore<FileChanges>>('clockface.file-changes');
export const noticesToken = token<Notices>('clockface.notices');
export const jobsToken = token<JobTracker>('clockface.jobs');
export const liveToken = token<LiveConnection>('clockface.live');
/** Work without user input keeps the session active by `keepActive()`. */
export const idleToken = token<IdleWatch>('clockface.idle');
export const navigationToken = token<Navigation>('clockface.navigation');
/** Warns users who leave a page while work on that page needs them. */
export const leaveGuardToken = token<LeaveGuard>('clockface.leave-guard');
/** Stores unsaved entries of forms, so that they survive a reload. */
export const formDraftsToken = token<FormDrafts>('clockface.form-drafts');
export const pendingActionsToken = token<PendingActions>('clockface.pending-actions');
export const preferencesToken = token<Preferences>('clockface.preferences');
/** The list through which the reader works. */
export const readingListToken = token<ReadingList>('clockface.reading-list');
/** Readable keys of commands and tools by id; follows the user's choices. */
export const keyHintsToken =
  token<ReadonlyStore<ReadonlyMap<string, string>>>('clockface.key-hints');
export const userKeysToken = token<UserKeys>('clockface.user-keys');
/** The machine that shows this page. */
export const workstationToken = token<Workstation>('clockface.workstation');
export const configToken = token<PublicConfig>('clockface.config');
