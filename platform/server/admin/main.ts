import { enableCompileCache } from 'node:module';

enableCompileCache();

const { runAdmin } = await import('./run-admin.ts');
process.exitCode = await runAdmin(process.argv.slice(2), process.env);
