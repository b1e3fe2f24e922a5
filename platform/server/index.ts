export { type Clockface, startClockface } from './supervisor/start-clockface.ts';
