import type { ReactNode } from 'react';
import { routes } from '#contracts';
import { Button, EmptyState } from '#ui';
import { archiveTexts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminValue } from '../shared/admin-queries.ts';
import { Loadable, SectionFrame } from '../shared/section-frame.tsx';
import { sectionPath } from '../shared/sections.ts';

/** States that this version sends nothing to an archive, and how many transfers are queued. */
export function ArchiveSection(): ReactNode {
  const { api, navigation } = useAdmin();
  const loaded = useAdminValue('transfers', (signal) =>
    api.call(routes.listJobs, { query: { limit: 200 }, signal }),
  );
  return (
    <SectionFrame id="archive">
      <EmptyState icon="archive" text={archiveTexts.notConfigured}>
        <Loadable label="" loaded={loaded}>
          {({ items }) => (
            <p>
              {archiveTexts.jobs(
                items.filter(({ jobType }) => jobType === 'DICOM_3D_TO_PACS').length,
              )}
            </p>
          )}
        </Loadable>
        <Button onPress={() => navigation.go(sectionPath('jobs'))}>{archiveTexts.toJobs}</Button>
      </EmptyState>
    </SectionFrame>
  );
}
