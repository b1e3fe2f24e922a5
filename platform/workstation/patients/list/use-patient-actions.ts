import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { routes } from '#contracts';
import { useApplication } from '../../application/application-context.ts';
import { usePageActions } from '../../commands/use-page-actions.ts';
import { focusSearch } from '../../lists/focus-row.ts';
import { commandTexts } from '../../texts/command-texts.ts';

/** Offers search and creation of patients in the palette, also on request from other pages. */
export function usePatientActions(list: RefObject<HTMLElement | null>, onAdd: () => void): void {
  const { session } = useApplication().services;
  const add = useRef(onAdd);
  useEffect(() => {
    add.current = onAdd;
  });
  const mayAdd = session.mayCall(routes.createPatient);
  usePageActions(
    useMemo(() => {
      const search = (): void => focusSearch(list.current);
      const { newPatient, searchPatients } = commandTexts.actions;
      return [
        { id: 'patients.search', title: searchPatients, icon: 'search', run: search },
        ...(mayAdd
          ? [{ id: 'patients.new', title: newPatient, icon: 'user-plus', run: () => add.current() }]
          : []),
      ];
    }, [list, mayAdd]),
  );
}
