import type { ReactNode } from 'react';
import { routes, type SiteFile } from '#contracts';
import { Dialog, DialogActions } from '#ui';
import { extensionTexts } from '../../texts/extension-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminValue } from '../shared/admin-queries.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import page from '../shared/dashboard.module.css';
import { Loadable } from '../shared/section-frame.tsx';
import styles from './extensions.module.css';

const { site } = extensionTexts;

/** Shows the effective site configuration to read and copy; secrets never reach the browser. */
export function SiteFileDialog({ onClose }: { onClose(): void }): ReactNode {
  const { api } = useAdmin();
  const loaded = useAdminValue('site-file', (signal) => api.call(routes.siteFile, { signal }));
  return (
    <Dialog title={site.title} width={720} open onClose={onClose}>
      <Loadable label={site.title} loaded={loaded}>
        {(file) => <Content file={file} />}
      </Loadable>
      <DialogActions>
        {loaded.value === null ? null : (
          <CopyButton label={site.copy} text={textOf(loaded.value)} />
        )}
      </DialogActions>
    </Dialog>
  );
}

const textOf = (file: SiteFile): string => JSON.stringify(file.config, null, 2);

function Content({ file }: { readonly file: SiteFile }): ReactNode {
  const decided = Object.entries(file.origins);
  return (
    <div className={page.form}>
      <p className={page.note}>{site.file(file.file)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, so that the keyboard can scroll */}
      <section className={page.code} tabIndex={0} aria-label={site.title}>
        <pre>{textOf(file)}</pre>
      </section>
      <div>
        <h3 className={styles.small}>{site.decided}</h3>
        <ul className={styles.origins}>
          {decided.map(([entry, origin]) => (
            <li key={entry}>
              {entry}
              <span>{origin === 'site' ? site.byFile : site.byEnvironment}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
