import type { Patient, Study } from '#contracts';
import type { Unchecked } from '#core';
import { formatDay } from '#foundation';
import { identityOf } from '../patients/shared/identity.ts';

/**
 * Shows the patient at the position and in the format of the bar, until the program renders its own
 * bar or the preview ends.
 */
export function showName(
  page: Document,
  patient: Unchecked,
  study: Unchecked,
  signal: AbortSignal,
): void {
  const identity = parseIdentity(patient, study);
  if (identity === null || signal.aborted) return;
  const { name, code, ageAndSex, birthDate } = identityOf(
    identity.patient,
    identity.study.createdAt,
  );
  const bar = page.createElement('div');
  bar.setAttribute('aria-hidden', 'true');
  bar.dataset.bootName = '';
  Object.assign(bar.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    right: '0',
    height: 'var(--bar)',
    zIndex: '1',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '0 12px',
    boxSizing: 'border-box',
    font: 'var(--type-base)',
    whiteSpace: 'nowrap',
    background: 'var(--panel)',
    pointerEvents: 'none',
    overflow: 'hidden',
  });
  const nameElement = page.createElement('strong');
  nameElement.style.font = 'var(--type-heading)';
  nameElement.textContent = name;
  const details = [code, ageAndSex, birthDate === null ? null : formatDay(birthDate)].flatMap(
    (detail) => {
      if (detail === null || detail === '') return [];
      const span = page.createElement('span');
      span.textContent = detail;
      return [span];
    },
  );
  bar.append(nameElement, ...details);
  const stop = (): void => {
    observer.disconnect();
    bar.remove();
  };
  // Stops when the bar of the program shows the name.
  const observer = new MutationObserver(() => {
    if (page.querySelector('[data-identity]') !== null) stop();
  });
  observer.observe(page.body, { childList: true, subtree: true });
  signal.addEventListener('abort', stop, { once: true });
  page.body.append(bar);
}

/** Validates the fields of the name; null when a field is invalid. */
function parseIdentity(
  { firstName, lastName, code, birthDate, sex }: Unchecked,
  { createdAt }: Unchecked,
): {
  readonly patient: Pick<Patient, 'firstName' | 'lastName' | 'code' | 'sex' | 'birthDate'>;
  readonly study: Pick<Study, 'createdAt'>;
} | null {
  const areTextsValid = [firstName, code, birthDate].every(
    (value) => value === null || isText(value),
  );
  const isSex = sex === null || sex === 'FEMALE' || sex === 'MALE';
  if (!areTextsValid || !isSex || !isText(lastName) || !isText(createdAt)) return null;
  const patient = { firstName, lastName, code, birthDate, sex } as Patient;
  return { patient, study: { createdAt } };
}

const isText = (value: unknown): value is string => typeof value === 'string';
