export { start } from './start/start.tsx';
