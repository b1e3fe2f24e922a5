import { lazy, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type Patient, routes } from '#contracts';
import { formatDay } from '#foundation';
import { loadPickDialog, matchRanges, type PickGroup, useStore } from '#ui';
import type { Application } from '../application/application.ts';
import { useApplication } from '../application/application-context.ts';
import { loadChunk } from '../errors/chunk-failure.ts';
import { keyText } from '../keyboard/key-text.ts';
import { openPatient } from '../patients/shared/open-patient.ts';
import { patientName } from '../patients/shared/patient-name.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { afterFocusReturns } from './after-focus-returns.ts';
import { type Action, type ListedPage, listActions } from './list-actions.ts';
import { rankActions } from './rank-actions.ts';
import { addRecentAction, recentActions } from './recent-actions.ts';
import { type PatientSearchResult, usePatientSearch } from './use-patient-search.ts';
import type { SearchField } from './use-typed-ahead.ts';

const texts = commandTexts.palette;

const PickDialog = lazy(async () => ({ default: await loadChunk(loadPickDialog) }));

/** Dialog that finds every available action by typing. */
export function Palette({
  listPages,
  search,
}: {
  readonly listPages: () => readonly ListedPage[];
  readonly search: SearchField;
}): ReactNode {
  const application = useApplication();
  const { commands, services } = application;
  const layout = useStore(commands.layout);
  const { query, submitted } = useStore(search.store);
  // Listed once at opening, because a list that changes during typing is hard to use.
  const [actions] = useState(() =>
    listActions(application, listPages()).filter(({ run }) => run !== null),
  );
  const [recent] = useState(() => recentActions(services.preferences));
  const patientSearch = usePatientSearch(query);
  const maySearchPatients = services.session.mayCall(routes.searchPatients);
  // Requires whole terms while patients match; otherwise Enter could run a command that matches
  // scattered letters of a name.
  const mayBeName = patientSearch.searching || patientSearch.items.length > 0;
  const candidates = useMemo(
    () =>
      mayBeName
        ? actions.filter(({ title, searchWords = '' }) =>
            containsAllTerms(`${title} ${searchWords}`, query),
          )
        : actions,
    [actions, mayBeName, query],
  );
  const ranked = useMemo(
    () =>
      rankActions(candidates, query, recent).map(({ title, actions: groupActions }) => ({
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
    [candidates, query, recent, layout],
  );
  const pick = (id: string): void => {
    const action = actions.find((item) => item.id === id);
    const patient = patientSearch.items.find((item) => itemIdOf(item) === id);
    commands.show(null);
    if (action !== undefined) runAction(application, action);
    else if (patient !== undefined) afterFocusReturns(() => goToPatient(application, patient));
  };
  const firstId = ranked[0]?.items[0]?.id ?? null;
  const latestPick = useRef(pick);
  latestPick.current = pick;
  useEffect(() => {
    // Enter was pressed before the field could take the key.
    if (submitted && query !== '' && firstId !== null) latestPick.current(firstId);
    else if (submitted) search.setQuery(query);
  }, [submitted, query, firstId, search]);
  return (
    <PickDialog
      title={texts.title}
      placeholder={maySearchPatients ? texts.placeholderPatients : texts.placeholder}
      query={query}
      // Patients come last, because their late arrival must not move the focused item.
      groups={[...ranked, ...patientGroup(patientSearch.items, query)]}
      empty={maySearchPatients ? emptyText(patientSearch) : texts.empty}
      onQuery={search.setQuery}
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

/** Returns whether the title contains each term literally. */
const containsAllTerms = (title: string, query: string): boolean =>
  splitTerms(query).every((term) => matchRanges(title, [term]).length > 0);

const itemIdOf = ({ id }: Patient): string => `patient:${id}`;

function patientGroup(patients: readonly Patient[], query: string): readonly PickGroup[] {
  if (patients.length === 0) return [];
  const searchTerms = splitTerms(query);
  const items = patients.map((patient) => {
    const title = patientName(patient);
    const detail = [patient.code, patient.birthDate && formatDay(patient.birthDate)]
      .filter((part) => part !== null)
      .join(' · ');
    return {
      id: itemIdOf(patient),
      title,
      icon: 'user',
      marks: matchRanges(title, searchTerms),
      detail,
    };
  });
  return [{ title: commandTexts.groups.patients, items }];
}

/**
 * Opens the last study as the patient list does; without a study, selects the patient in the list.
 */
function goToPatient(application: Application, patient: Patient): void {
  const { navigation } = application;
  const isOpened = openPatient(application, patient, (path) => navigation.go(path));
  if (!isOpened) navigation.go(`/patient-list?patient=${patient.id}`);
}

/**
 * Runs the action after the focus is restored, because many commands act on the focused element.
 */
function runAction({ services }: ReturnType<typeof useApplication>, action: Action): void {
  if (action.reason !== null) {
    services.notices.show('user-error', action.reason);
    return;
  }
  addRecentAction(services.preferences, action.id);
  afterFocusReturns(() => action.run?.());
}
