import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { toDisposable } from '#foundation';
import type { Application } from '../application/application.ts';
import { useApplication } from '../application/application-context.ts';
import { attachmentTexts } from '../texts/attachment-texts.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { attachmentsKey } from './use-attachments.ts';

/** `Uploads` by application, because uploads continue while other pages are open. */
const uploadsByApplication = new WeakMap<Application, Uploads>();

/** Returns the uploads of the running application; creates them on first use. */
export function useUploads(): Uploads {
  const application = useApplication();
  const queries = useQueryClient();
  const existing = uploadsByApplication.get(application);
  if (existing !== undefined) return existing;
  const created = createSessionUploads(application, queries);
  uploadsByApplication.set(application, created);
  return created;
}

/** Creates uploads that are cancelled when the user changes. */
function createSessionUploads({ services, host }: Application, queries: QueryClient): Uploads {
  const uploads = createUploads(services.api, ({ patientId, files }) => {
    services.notices.show('success', attachmentTexts.done(files.length));
    void queries.invalidateQueries({ queryKey: attachmentsKey(patientId) });
  });
  host.scope.own(
    toDisposable(
      services.session.store.subscribe((state, previous) => {
        if (state.user?.id !== previous.user?.id) uploads.clear();
      }),
    ),
  );
  return uploads;
}
