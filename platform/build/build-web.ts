import { parseArgs } from 'node:util';
import { buildWeb } from './web/build-web.ts';

/** Usage: `node platform/build/build-web.ts [--dev] [--force] [--out FOLDER]` */
const { values } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});

try {
  const outcome = await buildWeb({
    production: !values.dev,
    force: values.force,
    ...(values.out === undefined ? {} : { out: values.out }),
  });
  const seconds = (outcome.milliseconds / 1000).toFixed(1);
  const what = outcome.upToDate ? 'is up to date' : 'built';
  console.log(`Web application ${what} in ${seconds} s (${outcome.record.hash.slice(0, 12)})`);
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  console.error('The web application was not built; the previous build is unchanged.');
  process.exitCode = 1;
}
