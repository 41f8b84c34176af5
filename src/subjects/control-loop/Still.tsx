export { StaticMachine as Still } from './machine/StaticMachine.tsx';
