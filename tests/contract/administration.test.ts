import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { auditFaultSchema, siteConfigSchema } from '#contracts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const guide = read('docs/administration.md');

describe('the guide for administrators', () => {
  it('shows a configuration that a start takes', () => {
    const [, text = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
    expect(siteConfigSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
  });

  it('names commands that there are', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const named = [...guide.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !((name ?? '') in scripts))).toEqual([]);
  });

  it('explains everything that the check of the audit trail can say', () => {
    for (const fault of auditFaultSchema.options) expect(guide).toContain(`| ${fault} |`);
  });
});
