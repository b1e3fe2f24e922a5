import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { auditFaultSchema, siteConfigSchema } from '#contracts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const guide = read('docs/administration.md');

describe('the administrators’ guide', () => {
  it('shows a configuration that the server accepts', () => {
    const [, text = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
    expect(siteConfigSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
  });

  it('names only existing commands', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const named = [...guide.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !((name ?? '') in scripts))).toEqual([]);
  });

  it('explains every fault that the audit check reports', () => {
    for (const fault of auditFaultSchema.options) expect(guide).toContain(`| ${fault} |`);
  });
});
