import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type OrganizationRecord,
  organizationFieldsSchema,
  organizationRecordSchema,
  routes,
} from '#contracts';
import { stampOf } from '#foundation';
import { Button, ConfirmDialog, IconButton, StatusDot, TextField } from '#ui';
import { organizationTexts as texts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminValue } from '../shared/admin-queries.ts';
import { ConflictCard } from '../shared/conflict-card.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import page from '../shared/dashboard.module.css';
import { Loadable, SectionFrame } from '../shared/section-frame.tsx';
import { problemText } from '../shared/use-action.ts';
import { DetailList } from '../system/detail-list.tsx';
import styles from './operations.module.css';

/** Shows the user's organization: its name, its activated hosts, and how to add a host. */
export function OrganizationSection(): ReactNode {
  const { api, user } = useAdmin();
  const { id } = user.organization;
  const loaded = useAdminValue('organization', (signal) =>
    api.call(routes.getOrganization, { params: { id }, signal }),
  );
  return (
    <SectionFrame id="organization">
      <Loadable label={texts.loadingLabel} loaded={loaded}>
        {(organization) => (
          <div className={styles.organization}>
            <Name key={organization.id} organization={organization} onSaved={loaded.replace} />
            <Hosts organization={organization} onSaved={loaded.replace} />
            <Activation hostCount={organization.hosts.length} />
            <DetailList
              title={texts.details}
              details={[
                [texts.id, organization.id],
                [texts.changed, stampOf(organization.updatedAt)],
              ]}
            />
          </div>
        )}
      </Loadable>
    </SectionFrame>
  );
}

interface OrganizationFormProps {
  readonly organization: OrganizationRecord;
  onSaved(saved: OrganizationRecord): void;
}

/**
 * Returns a function that saves name and hosts. If someone else has saved a newer version, calls
 * `onNewer` with that version instead of saving.
 */
function useOrganizationSave(onNewer: (theirs: OrganizationRecord) => void) {
  const { api } = useAdmin();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async (
    before: OrganizationRecord,
    body: { name: string; hosts: string[] },
  ): Promise<OrganizationRecord | null> => {
    setBusy(true);
    const { id, version } = before;
    const response = await api.call(routes.updateOrganization, { params: { id }, body, version });
    setBusy(false);
    if (response.ok) return response.value;
    const newer = organizationRecordSchema.safeParse(response.problem.data);
    if (response.problem.status === 412 && newer.success) onNewer(newer.data);
    else setError(problemText(response.problem, {}));
    return null;
  };
  return { busy, error, save, setError };
}

function Name({ organization, onSaved }: OrganizationFormProps): ReactNode {
  const { notices } = useAdmin();
  const [name, setName] = useState(organization.name);
  const [theirs, setTheirs] = useState<OrganizationRecord | null>(null);
  const { busy, error, save, setError } = useOrganizationSave(setTheirs);
  const send = async (before: OrganizationRecord): Promise<void> => {
    const { hosts } = before;
    const checked = organizationFieldsSchema.safeParse({ name, hosts });
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? null);
    const saved = await save(before, checked.data);
    if (saved === null) return;
    onSaved(saved);
    setName(saved.name);
    notices.show('success', texts.feedback.renamed(saved.name));
  };
  return (
    <section className={page.panel}>
      <form
        className={styles.rename}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!busy) void send(organization);
        }}
      >
        <TextField
          label={texts.name}
          required
          value={name}
          maxLength={200}
          error={error}
          onChange={(typed) => {
            setName(typed);
            setError(null);
          }}
        />
        {theirs === null ? (
          <Button kind="primary" type="submit" busy={busy} disabled={name === organization.name}>
            {busy ? texts.saving : texts.rename}
          </Button>
        ) : (
          <ConflictCard
            theirs={theirs.name === name ? [] : [{ field: texts.name, value: theirs.name }]}
            onAcceptTheirs={() => {
              onSaved(theirs);
              setName(theirs.name);
              setTheirs(null);
            }}
            onAcceptMine={() => {
              setTheirs(null);
              void send(theirs);
            }}
          />
        )}
      </form>
    </section>
  );
}

function Hosts({ organization, onSaved }: OrganizationFormProps): ReactNode {
  const { notices } = useAdmin();
  const [hostToRemove, setHostToRemove] = useState<string | null>(null);
  const { busy, error, save, setError } = useOrganizationSave((theirs) => {
    onSaved(theirs);
    setError(texts.hostsChanged);
  });
  const currentHost = window.location.hostname;
  const remove = async (host: string): Promise<void> => {
    setError(null);
    const hosts = organization.hosts.filter((other) => other !== host);
    const saved = await save(organization, { name: organization.name, hosts });
    setHostToRemove(null);
    if (saved === null) return;
    onSaved(saved);
    notices.show('success', texts.feedback.removed(host));
  };
  return (
    <section className={page.panel}>
      <h3>{texts.hosts}</h3>
      <p>{organization.hosts.length === 0 ? texts.noHosts : texts.hostsNote}</p>
      {error === null ? null : <p className={page.danger}>{error}</p>}
      <ul className={styles.hosts}>
        {organization.hosts.map((host) => (
          <li key={host}>
            <span>
              {host}
              {host === currentHost ? <span className={page.third}> · {texts.here}</span> : null}
            </span>
            <IconButton
              icon="delete"
              label={texts.remove(host)}
              onPress={() => setHostToRemove(host)}
            />
          </li>
        ))}
      </ul>
      {hostToRemove === null ? null : (
        <ConfirmDialog
          open
          title={texts.removeTitle(hostToRemove)}
          confirmLabel={texts.removeConfirm(hostToRemove)}
          danger
          busy={busy}
          onConfirm={() => void remove(hostToRemove)}
          onClose={() => setHostToRemove(null)}
        >
          {hostToRemove === currentHost ? `${texts.removeHere} ` : ''}
          {texts.removeText}
        </ConfirmDialog>
      )}
    </section>
  );
}

function Activation({ hostCount }: { readonly hostCount: number }): ReactNode {
  return (
    <section className={page.panel}>
      <h3>{texts.activation}</h3>
      <p className={page.state}>
        <StatusDot state={hostCount === 0 ? 'warning' : 'ok'} />
        {texts.activationState(hostCount)}
      </p>
      <p>{texts.activationText}</p>
      <div className={styles.command}>
        <code>{texts.command}</code>
        <CopyButton text={texts.command} />
      </div>
    </section>
  );
}
