import { routes } from '#contracts';
import { type Option, useLoaded } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import { type FollowUpServices, userKeyOf } from './follow-up-services.ts';

/** Returns the users who have signed reports as options; empty until loaded. */
export function useReportReaders({ api, session }: FollowUpServices): readonly Option<string>[] {
  const { value } = useLoaded(['report-readers', userKeyOf(session)], (signal) =>
    api.call(routes.listReportReaders, { signal }),
  );
  return (value?.items ?? []).map(({ id, name }) => ({
    id,
    label: name ?? followUpTexts.unknownUser,
  }));
}
