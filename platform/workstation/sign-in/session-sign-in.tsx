import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { internalPath, parseHash } from '../navigation/app-path.ts';
import { takePrefill } from '../navigation/link-credentials.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { SignInPage } from './sign-in-page.tsx';
import { useOrganizationName } from './use-organization.ts';

/** Sign-in form within the running application, after a session has ended. */
export function SessionSignIn(): ReactNode {
  // Remounts for a new link, so that its credentials fill the form.
  return <FreshSignIn key={useLocation().key} />;
}

function FreshSignIn(): ReactNode {
  const { config, services } = useApplication();
  const location = useLocation();
  const [prefill] = useState(takePrefill);
  const ended = useStore(services.session.store, (state) => state.problem);
  const redirect = internalPath(new URLSearchParams(location.search).get('redirect'));
  const organization = useOrganizationName();
  return (
    <SignInPage
      version={config.version}
      organization={organization}
      returnsTo={redirect === null ? null : pageTitle(parseHash(redirect).path)}
      notice={ended === null ? null : `${ended.title}. ${ended.next}`}
      prefill={prefill}
      onStartTyping={() => undefined}
      // Leaves navigation to the router, which follows the session.
      signIn={(email, password) => services.session.signIn(email, password)}
    />
  );
}
