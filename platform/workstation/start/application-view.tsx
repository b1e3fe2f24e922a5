import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { LocaleProvider, Spinner, useStore } from '#ui';
import { IdleWarning } from '../accounts/idle-warning.tsx';
import { useApplication } from '../application/application-context.ts';
import { CommandHost } from '../commands/command-host.tsx';
import { NoticesView } from '../layout/notices-view.tsx';
import { appRoutes } from '../routing/app-routes.tsx';
import { createAppRouter } from '../routing/create-router.tsx';
import { homeTexts } from '../texts/home-texts.ts';
import { TourHost } from '../tour/tour-host.tsx';
import { createQueryCache } from './create-query-cache.ts';
import { StartFailure } from './start-failure.tsx';

/** Renders the pages once the session state is known. */
export function ApplicationView(): ReactNode {
  const { session } = useApplication().services;
  const state = useStore(session.store);
  if (state.status !== 'unknown') return <Pages />;
  if (state.problem === null) return <Spinner label={homeTexts.signingIn} centered />;
  return <StartFailure problem={state.problem} onRetry={() => void session.restore()} />;
}

function Pages(): ReactNode {
  const application = useApplication();
  // Created once; router and query cache live as long as the page.
  const [router] = useState(() => createAppRouter(application));
  const [queries] = useState(() => createQueryCache(application));
  return (
    <LocaleProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <CommandHost listPages={() => appRoutes(application.host)} />
        <TourHost />
        <NoticesView />
        <IdleWarning />
      </QueryClientProvider>
    </LocaleProvider>
  );
}
