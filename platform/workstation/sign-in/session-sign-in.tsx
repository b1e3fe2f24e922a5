import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { internalPath, parseHash } from '../navigation/app-path.ts';
import { takePrefill } from '../navigation/link-credentials.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { SignInPage } from './sign-in-page.tsx';
import { useOrganizationName } from './use-organization.ts';

/** Sign-in form within the running application, after sign-out or the end of a session. */
export function SessionSignIn(): ReactNode {
  // Remounts for a new link, so that its credentials fill the form.
  return <FreshSignIn key={useLocation().key} />;
}

function FreshSignIn(): ReactNode {
  const { config, services } = useApplication();
  const location = useLocation();
  const [prefill] = useState(takePrefill);
  const problem = useStore(services.session.store, (state) => state.problem);
  const redirect = internalPath(new URLSearchParams(location.search).get('redirect'));
  const organization = useOrganizationName();
  return (
    <SignInPage
      version={config.version}
      organization={organization}
      returnsTo={redirect === null ? null : pageTitle(parseHash(redirect).path)}
      notice={problem === null ? null : `${problem.title}. ${problem.next}`}
      prefill={prefill}
      // The application is already loaded.
      onStartTyping={() => undefined}
      // The router navigates when the session changes.
      signIn={(email, password) => services.session.signIn(email, password)}
    />
  );
}
