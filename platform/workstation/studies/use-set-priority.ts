import { useCallback } from 'react';
import { type ListedStudy, routes, type StudyPriority, studyPriority } from '#contracts';
import { useApplication } from '../application/application-context.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { entriesOfStudy } from './study-entries.ts';

/**
 * Returns a function that changes only the priority of a study; shows a problem when another user
 * has changed the study in the meantime.
 */
export function useSetPriority(
  onChanged: () => void,
): (study: ListedStudy, priority: StudyPriority) => Promise<void> {
  const { api, notices } = useApplication().services;
  return useCallback(
    async (study, priority) => {
      if (priority === study.priority) return;
      const response = await api.call(routes.updateStudy, {
        params: { id: study.id },
        body: entriesOfStudy({ ...study, priority }),
        version: study.version,
      });
      if (response.ok) {
        notices.show('success', studyTexts.prioritySaved(studyPriority.labels[priority]));
      } else notices.showProblem(response.problem);
      onChanged();
    },
    [api, notices, onChanged],
  );
}
