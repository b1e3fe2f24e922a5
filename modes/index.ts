export { reading } from './reading.ts';
export { scanning } from './scanning.ts';
