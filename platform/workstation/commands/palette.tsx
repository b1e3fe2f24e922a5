import { lazy, type ReactNode, useMemo, useState } from 'react';
import type { Patient } from '#contracts';
import { loadPickDialog, matchRanges, type PickGroup, useStore } from '#ui';
import { loadChunk } from '../errors/chunk-failure.ts';
import { keyText } from '../layout/key-text.ts';
import { openPatient } from '../patients/shared/open-patient.ts';
import { patientName } from '../patients/shared/patient-words.ts';
import type { Application } from '../start/application.ts';
import { useApplication } from '../start/application-context.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { afterFocusReturns } from './after-focus-returns.ts';
import { type Act, listActs } from './list-acts.ts';
import { rankActs } from './rank-acts.ts';
import { recentActs, rememberAct } from './recent-acts.ts';
import { type FoundPatients, useFoundPatients } from './use-found-patients.ts';

const texts = commandTexts.palette;

const PickDialog = lazy(async () => ({ default: await loadChunk(loadPickDialog) }));

/** Everything that is possible now, found by typing. */
export function Palette(): ReactNode {
  const application = useApplication();
  const { commands, services } = application;
  const layout = useStore(commands.layout);
  const [query, setQuery] = useState('');
  // As it was when the palette opened: a list that changes under the fingers is no help.
  const [acts] = useState(() => listActs(application).filter(({ run }) => run !== null));
  const [recent] = useState(() => recentActs(services.preferences));
  const found = useFoundPatients(query);
  const mayFind = services.session.can(['PATIENT_VIEW']);
  // Scattered letters of a name make no command: by Enter it would be done in place of the patient.
  const isName = found.searching || found.items.length > 0;
  const offered = useMemo(
    () => (isName ? acts.filter(({ title }) => holdsEvery(title, query)) : acts),
    [acts, isName, query],
  );
  const ranked = useMemo(
    () =>
      rankActs(offered, query, recent).map(({ title, acts: those }) => ({
        title,
        items: those.map(({ act, marks }) => ({
          id: act.id,
          title: act.title,
          icon: act.icon,
          marks,
          disabled: act.reason ?? undefined,
          shortcut: act.key === null ? undefined : keyText(act.key, layout),
        })),
      })),
    [offered, query, recent, layout],
  );
  const pick = (id: string): void => {
    const act = acts.find((one) => one.id === id);
    const patient = found.items.find((one) => patientId(one) === id);
    commands.show(null);
    if (act !== undefined) runAct(application, act);
    else if (patient !== undefined) afterFocusReturns(() => goToPatient(application, patient));
  };
  return (
    <PickDialog
      title={texts.title}
      placeholder={mayFind ? texts.placeholderPatients : texts.placeholder}
      query={query}
      // Behind the commands: they come later, and must not move what the keys stand on.
      groups={[...ranked, ...patientGroup(found.items, query)]}
      empty={mayFind ? emptyWords(found) : texts.empty}
      onQuery={setQuery}
      onPick={pick}
      onClose={() => commands.show(null)}
    />
  );
}

function emptyWords({ searching, failed }: FoundPatients): string {
  if (searching) return texts.searching;
  return failed ? texts.searchFailed : texts.emptyPatients;
}

const wordsOf = (query: string): readonly string[] =>
  query.split(/\s+/).filter((word) => word !== '');

/** Whether each word stands in the title as it was typed. */
const holdsEvery = (title: string, query: string): boolean =>
  wordsOf(query).every((word) => matchRanges(title, [word]).length > 0);

const patientId = ({ id }: Patient): string => `patient:${id}`;

function patientGroup(patients: readonly Patient[], query: string): readonly PickGroup[] {
  if (patients.length === 0) return [];
  const words = wordsOf(query);
  const items = patients.map((patient) => {
    const title = patientName(patient);
    const detail = [patient.code, patient.birthDate].filter((part) => part !== null).join(' · ');
    return {
      id: patientId(patient),
      title,
      icon: 'user',
      marks: matchRanges(title, words),
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
function runAct({ services }: ReturnType<typeof useApplication>, act: Act): void {
  if (act.reason !== null) {
    services.notices.show('user-error', act.reason);
    return;
  }
  rememberAct(services.preferences, act.id);
  afterFocusReturns(() => act.run?.());
}
