import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { routes } from '#contracts';
import { Button, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { NO_FILTERS } from '../lists/filters/filters.ts';
import { presetList } from '../lists/filters/use-list-memory.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { linkTexts } from '../texts/link-texts.ts';
import { externalLinksOf } from './external-links.ts';
import { LinkCard } from './link-card.tsx';

/** /patient-not-found: shown when no patient has the record number of a link. */
export function PatientNotFoundPage(): ReactNode {
  const application = useApplication();
  const links = externalLinksOf(application);
  const navigate = useNavigate();
  const error = useStore(links.store, (state) => state.error);
  const { title, text, textUnknown, action } = linkTexts.patientNotFound;
  const search = (): void => {
    const name = error?.type === 'PatientNotFound' ? error.name : null;
    presetList(application, 'patients', { text: name ?? '', filters: NO_FILTERS });
    links.clear();
    void navigate('/patient-list', { replace: true });
  };
  return (
    <PageFrame title={pageTitle('/patient-not-found')}>
      <LinkCard
        alert
        title={title}
        text={error?.type === 'PatientNotFound' ? text(error.code) : textUnknown}
        actions={
          application.services.session.mayCall(routes.listStudies) ? (
            // The patient list opens with the focus in its search field.
            <Button kind="primary" autoFocus onPress={search}>
              {action}
            </Button>
          ) : null
        }
      />
    </PageFrame>
  );
}
