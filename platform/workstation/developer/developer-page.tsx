import type { ReactNode } from 'react';
import { Tabs } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { developerTexts } from '../texts/developer-texts.ts';
import styles from './developer.module.css';
import { ProblemsTab } from './problems-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StoriesTab } from './stories-tab.tsx';
import { TrafficTab } from './traffic-tab.tsx';

const { tabs } = developerTexts;

/** Page for developers and installers; absent without the flag of the site. */
export function DeveloperPage(): ReactNode {
  const { config, services } = useApplication();
  if (!config.flags.isDevModeUi || services.developer === null) return <NotFoundPage />;
  const tools = services.developer;
  return (
    <PageFrame title={developerTexts.title}>
      <div className={styles.page}>
        <Tabs
          label={developerTexts.title}
          items={[
            { id: 'stories', title: tabs.stories, content: <StoriesTab /> },
            { id: 'problems', title: tabs.problems, content: <ProblemsTab tools={tools} /> },
            { id: 'settings', title: tabs.settings, content: <SettingsTab /> },
            { id: 'traffic', title: tabs.traffic, content: <TrafficTab tools={tools} /> },
          ]}
        />
      </div>
    </PageFrame>
  );
}
