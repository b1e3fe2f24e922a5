import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button, ErrorCard, Spinner, useStore } from '#ui';
import { SignedOutNotice } from '../accounts/signed-out-notice.tsx';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { NO_FILTERS, rangeText, withValue } from '../lists/filters/filters.ts';
import { presetList } from '../lists/filters/use-list-memory.ts';
import { loginPath } from '../navigation/app-path.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { linkTexts } from '../texts/link-texts.ts';
import { externalLinksOf } from './external-links.ts';
import { LinkCard } from './link-card.tsx';
import styles from './links.module.css';
import { MismatchCard } from './mismatch-card.tsx';
import { parseLink } from './parse-link.ts';

const TITLE = pageTitle('/external-link');

/**
 * /external-link: opens the patient or study that another program names by record or accession
 * number.
 */
export function ExternalLinkPage(): ReactNode {
  const { session } = useApplication().services;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const user = useStore(session.store, (state) => state.user);
  const mustSignIn = user === null && parseLink(new URLSearchParams(search)) !== null;
  useEffect(() => {
    if (mustSignIn) void navigate(loginPath(`${pathname}${search}`), { replace: true });
  }, [mustSignIn, pathname, search, navigate]);
  if (mustSignIn) return null;
  if (user === null) {
    const { failed, failedNext } = linkTexts;
    return <SignedOutNotice title={TITLE ?? ''} heading={failed} text={failedNext} />;
  }
  const isBlind = user.roles.some(({ id }) => id === 'BLIND_ANNOTATOR');
  return (
    <PageFrame title={TITLE}>
      {isBlind ? (
        <LinkCard
          title={TITLE ?? ''}
          text={linkTexts.blind}
          actions={<HomeButton onPress={() => undefined} />}
        />
      ) : (
        <LinkOpener search={search} />
      )}
    </PageFrame>
  );
}

function LinkOpener({ search }: { readonly search: string }): ReactNode {
  const application = useApplication();
  const links = externalLinksOf(application);
  const navigate = useNavigate();
  const { error, problem, unreadable } = useStore(links.store);
  useEffect(() => {
    links.open(search, (path) => navigate(path, { replace: true }));
    return links.cancel;
  }, [links, search, navigate]);
  const go = (path: string): void => {
    links.clear();
    void navigate(path, { replace: true });
  };
  const retry = (): void => {
    links.clear();
    links.open(search, (path) => navigate(path, { replace: true }));
  };
  if (unreadable) {
    return (
      <LinkCard
        alert
        title={linkTexts.failed}
        text={linkTexts.failedNext}
        actions={<HomeButton onPress={links.clear} />}
      />
    );
  }
  if (problem !== null) {
    return (
      <div className={styles.center}>
        <ErrorCard problem={problem} onRetry={retry} />
      </div>
    );
  }
  if (error?.type === 'StudyNotFound') {
    const { title, text, byUid, action } = linkTexts.studyNotFound;
    const { days } = error;
    const searchByDate = (): void => {
      const created = days === null ? null : rangeText(days);
      const filters = created === null ? NO_FILTERS : withValue(NO_FILTERS, 'created', created);
      presetList(application, 'studies', { text: '', filters });
      go('/study-list');
    };
    return (
      <LinkCard
        alert
        title={title}
        text={error.accession === null ? byUid(error.uid ?? '') : text(error.accession)}
        actions={
          <>
            <Button kind="primary" autoFocus onPress={searchByDate}>
              {action}
            </Button>
            <HomeButton onPress={links.clear} />
          </>
        }
      />
    );
  }
  if (error?.type === 'PatientNotMatchStudy') return <MismatchCard error={error} onGo={go} />;
  return <Spinner label={linkTexts.opening} centered />;
}

/** Button to the home page; calls `onPress` before opening the page. */
function HomeButton({ onPress }: { onPress(): void }): ReactNode {
  const navigate = useNavigate();
  return (
    <Button
      kind="quiet"
      onPress={() => {
        onPress();
        void navigate('/home', { replace: true });
      }}
    >
      {linkTexts.toHome}
    </Button>
  );
}
