export { StaticScheduler as Still } from '../../components/scheduler/SchedulerPicture.tsx';
