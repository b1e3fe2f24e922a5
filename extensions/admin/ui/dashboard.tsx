import { lazy, type ReactNode, Suspense } from 'react';
import type { PanelProps } from '#core';
import { EmptyState, Spinner, useHashQuery } from '#ui';
import { adminTexts } from '../texts/admin-texts.ts';
import { SectionNavigation } from './section-navigation.tsx';
import { useAdmin } from './shared/admin-context.ts';
import { AdminFrame } from './shared/admin-frame.tsx';
import styles from './shared/dashboard.module.css';
import { SECTIONS, type SectionId, sectionOf } from './shared/sections.ts';

/** Each section is a separate chunk, loaded when the section opens. */
const BODIES: Readonly<Record<SectionId, ReturnType<typeof lazy>>> = {
  accounts: lazy(async () => ({
    default: (await import('./accounts/accounts-section.tsx')).AccountsSection,
  })),
  devices: lazy(async () => ({
    default: (await import('./devices/devices-section.tsx')).DevicesSection,
  })),
  presets: lazy(async () => ({
    default: (await import('./presets/presets-section.tsx')).PresetsSection,
  })),
  organization: lazy(async () => ({
    default: (await import('./operations/organization-section.tsx')).OrganizationSection,
  })),
  jobs: lazy(async () => ({
    default: (await import('./operations/jobs-section.tsx')).JobsSection,
  })),
  cron: lazy(async () => ({
    default: (await import('./operations/cron-section.tsx')).CronSection,
  })),
  sync: lazy(async () => ({
    default: (await import('./operations/sync-section.tsx')).SyncSection,
  })),
  archive: lazy(async () => ({
    default: (await import('./operations/archive-section.tsx')).ArchiveSection,
  })),
  datasets: lazy(async () => ({
    default: (await import('./datasets/datasets-section.tsx')).DatasetsSection,
  })),
  readerStudies: lazy(async () => ({
    default: (await import('./reader-studies/reader-studies-section.tsx')).ReaderStudiesSection,
  })),
  extensions: lazy(async () => ({
    default: (await import('./extensions/extensions-section.tsx')).ExtensionsSection,
  })),
  problems: lazy(async () => ({
    default: (await import('./system/problems-section.tsx')).ProblemsSection,
  })),
  audit: lazy(async () => ({
    default: (await import('./audit/audit-section.tsx')).AuditSection,
  })),
  system: lazy(async () => ({
    default: (await import('./system/system-section.tsx')).SystemSection,
  })),
  lists: lazy(async () => ({
    default: (await import('./system/lists-section.tsx')).ListsSection,
  })),
};

/** Administration page: navigation on the left, the selected section beside it. */
export function Dashboard({ context }: PanelProps): ReactNode {
  return (
    <AdminFrame context={context}>
      <Sections />
    </AdminFrame>
  );
}

function Sections(): ReactNode {
  const { session } = useAdmin();
  const allowed = SECTIONS.filter(({ needs }) => session.mayCall(needs));
  const section = sectionOf(useHashQuery('section'), allowed);
  if (section === null) return <EmptyState icon="lock" text={adminTexts.noSections} />;
  const Body = BODIES[section.id];
  const title = adminTexts.sections[section.id];
  return (
    <div className={styles.page}>
      <SectionNavigation sections={allowed} current={section.id} />
      <div className={styles.body}>
        <Suspense fallback={<Spinner label={adminTexts.loading(title)} centered />}>
          <Body key={section.id} />
        </Suspense>
      </div>
    </div>
  );
}
