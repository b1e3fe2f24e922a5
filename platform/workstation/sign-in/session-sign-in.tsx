import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { routes } from '#contracts';
import { useStore } from '#ui';
import { ownPath, parseHash } from '../routing/app-path.ts';
import { pageTitle } from '../routing/page-titles.ts';
import { useApplication } from '../start/application-context.ts';
import { SignInPage } from './sign-in-page.tsx';

/** The sign-in form inside the running application, after a session has ended. */
export function SessionSignIn(): ReactNode {
  const { config, services } = useApplication();
  const navigate = useNavigate();
  const location = useLocation();
  const ended = useStore(services.session.store, (state) => state.problem);
  const redirect = ownPath(new URLSearchParams(location.search).get('redirect'));
  const organization = useQuery({
    queryKey: ['organization', window.location.hostname],
    queryFn: () =>
      services.api.call(routes.organizationByHost, {
        params: { host: window.location.hostname },
      }),
  });
  return (
    <SignInPage
      version={config.version}
      organization={organization.data?.ok ? organization.data.value.name : null}
      returnsTo={redirect === null ? null : pageTitle(parseHash(redirect).path)}
      notice={ended === null ? null : `${ended.title}. ${ended.next}`}
      onBegin={() => undefined}
      signIn={async (email, password) => {
        const answer = await services.session.signIn(email, password);
        // The guard of the sign-in page knows where a signed-in person goes.
        if (answer.ok) await navigate(`${location.pathname}${location.search}`, { replace: true });
        return answer;
      }}
    />
  );
}
