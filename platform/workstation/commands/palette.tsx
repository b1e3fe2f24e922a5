import { lazy, type ReactNode, useMemo, useState } from 'react';
import type { Patient } from '#contracts';
import { loadPickDialog, matchRanges, type PickGroup, useStore } from '#ui';
import { loadChunk } from '../errors/chunk-failure.ts';
import { keyText } from '../layout/key-text.ts';
import { openPatient } from '../patients/shared/open-patient.ts';
import { patientName } from '../patients/shared/patient-name.ts';
import type { Application } from '../start/application.ts';
import { useApplication } from '../start/application-context.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { afterFocusReturns } from './after-focus-returns.ts';
import { type Action, listActions } from './list-actions.ts';
import { rankActions } from './rank-actions.ts';
import { addRecentAction, recentActions } from './recent-actions.ts';
import { type PatientSearchResult, usePatientSearch } from './use-patient-search.ts';

const texts = commandTexts.palette;

const PickDialog = lazy(async () => ({ default: await loadChunk(loadPickDialog) }));

/** Everything that is possible now, found by typing. */
export function Palette(): ReactNode {
  const application = useApplication();
  const { commands, services } = application;
  const layout = useStore(commands.layout);
  const [query, setQuery] = useState('');
  // As it was when the palette opened: a list that changes under the fingers is no help.
  const [actions] = useState(() => listActions(application).filter(({ run }) => run !== null));
  const [recent] = useState(() => recentActions(services.preferences));
  const patientSearch = usePatientSearch(query);
  const maySearchPatients = services.session.can(['PATIENT_VIEW']);
  // Scattered letters of a name make no command: by Enter it would be done in place of the patient.
  const isName = patientSearch.searching || patientSearch.items.length > 0;
  const offered = useMemo(
    () => (isName ? actions.filter(({ title }) => containsAllTerms(title, query)) : actions),
    [actions, isName, query],
  );
  const ranked = useMemo(
    () =>
      rankActions(offered, query, recent).map(({ title, actions: groupActions }) => ({
        title,
        items: groupActions.map(({ action, marks }) => ({
          id: action.id,
          title: action.title,
          icon: action.icon,
          marks,
          disabled: action.reason ?? undefined,
          shortcut: action.key === null ? undefined : keyText(action.key, layout),
        })),
      })),
    [offered, query, recent, layout],
  );
  const pick = (id: string): void => {
    const action = actions.find((action) => action.id === id);
    const patient = patientSearch.items.find((patient) => patientId(patient) === id);
    commands.show(null);
    if (action !== undefined) runAction(application, action);
    else if (patient !== undefined) afterFocusReturns(() => goToPatient(application, patient));
  };
  return (
    <PickDialog
      title={texts.title}
      placeholder={maySearchPatients ? texts.placeholderPatients : texts.placeholder}
      query={query}
      // Behind the commands: they come later, and must not move what the keys stand on.
      groups={[...ranked, ...patientGroup(patientSearch.items, query)]}
      empty={maySearchPatients ? emptyText(patientSearch) : texts.empty}
      onQuery={setQuery}
      onPick={pick}
      onClose={() => commands.show(null)}
    />
  );
}

function emptyText({ searching, failed }: PatientSearchResult): string {
  if (searching) return texts.searching;
  return failed ? texts.searchFailed : texts.emptyPatients;
}

const splitTerms = (query: string): readonly string[] =>
  query.split(/\s+/).filter((term) => term !== '');

/** Whether each word stands in the title as it was typed. */
const containsAllTerms = (title: string, query: string): boolean =>
  splitTerms(query).every((term) => matchRanges(title, [term]).length > 0);

const patientId = ({ id }: Patient): string => `patient:${id}`;

function patientGroup(patients: readonly Patient[], query: string): readonly PickGroup[] {
  if (patients.length === 0) return [];
  const searchTerms = splitTerms(query);
  const items = patients.map((patient) => {
    const title = patientName(patient);
    const detail = [patient.code, patient.birthDate].filter((part) => part !== null).join(' · ');
    return {
      id: patientId(patient),
      title,
      icon: 'user',
      marks: matchRanges(title, searchTerms),
      detail,
    };
  });
  return [{ title: commandTexts.groups.patients, items }];
}

/** Opens as the list of the patients does; without a study, the patient in the list. */
function goToPatient(application: Application, patient: Patient): void {
  const { navigation } = application;
  const isOpened = openPatient(application, patient, (path) => navigation.go(path));
  if (!isOpened) navigation.go(`/patient-list?patient=${patient.id}`);
}

/** Runs it once the focus is back where it was: many commands are meant for what has it. */
function runAction({ services }: ReturnType<typeof useApplication>, action: Action): void {
  if (action.reason !== null) {
    services.notices.show('user-error', action.reason);
    return;
  }
  addRecentAction(services.preferences, action.id);
  afterFocusReturns(() => action.run?.());
}
