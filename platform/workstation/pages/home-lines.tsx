import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ListedStudy } from '#contracts';
import { studyName } from '../studies/study-name.ts';
import styles from './pages.module.css';

/** Lines of a card of the home page, each a study with what `details` shows of it. */
export function HomeLines(props: {
  readonly studies: readonly ListedStudy[];
  linkOf(study: ListedStudy): string;
  details(study: ListedStudy): ReactNode;
}): ReactNode {
  if (props.studies.length === 0) return null;
  return (
    <ul className={styles.lines}>
      {props.studies.map((study) => (
        <li key={study.id}>
          <Link to={props.linkOf(study)}>
            <strong>{studyName(study)}</strong>
            {props.details(study)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
