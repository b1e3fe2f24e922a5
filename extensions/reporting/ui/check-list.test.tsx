// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reportContentSchema } from '#contracts';
import type { CheckHit } from '#report';
import { click, render, type, unmountAll } from '#ui/testing';
import type { ReportServices } from '../state/report-services.ts';
import { CheckList } from './check-list.tsx';

afterEach(unmountAll);

const hits: readonly CheckHit[] = ['a', 'b', 'c'].map((id) => ({
  check: 'proposal-open',
  level: 'warn',
  subject: { kind: 'finding', id },
  message: `AI finding ${id} is open.`,
}));

async function open() {
  let content = reportContentSchema.parse({
    overrides: [{ check: 'proposal-open', subject: 'a', reason: 'A scar' }],
  });
  const services = {
    report: {
      context: () => ({ content }),
      edit: (change: (before: typeof content) => typeof content) => {
        content = change(content);
      },
    },
  } as unknown as ReportServices;
  await render(<CheckList services={services} hits={hits} disabled={false} onGoTo={vi.fn()} />);
  return { overrides: () => content.overrides };
}

const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find((item) => item.textContent === name);
  if (found === undefined) throw new Error(`There is no button '${name}'.`);
  return found;
};

describe('several warnings of one check', () => {
  it('take one reason, which leaves the reasons that were given before', async () => {
    const { overrides } = await open();
    await click(button('Give a reason for all 2'));
    await type(document.querySelector('input'), 'Seen, artefacts');
    await click(button('Save the reason'));
    expect(overrides()).toEqual([
      { check: 'proposal-open', subject: 'a', reason: 'A scar' },
      { check: 'proposal-open', subject: 'b', reason: 'Seen, artefacts' },
      { check: 'proposal-open', subject: 'c', reason: 'Seen, artefacts' },
    ]);
  });

  it('are one row until each is shown', async () => {
    await open();
    expect(document.body.textContent).toContain('AI finding undecided: 3 points');
    expect(document.body.textContent).not.toContain('AI finding b is open.');
    await click(button('Show each'));
    expect(document.body.textContent).toContain('AI finding b is open.');
  });
});
