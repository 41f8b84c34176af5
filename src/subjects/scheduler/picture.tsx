import { SchedulerPicture, schedulerStyles } from '../../components/scheduler/SchedulerPicture.tsx';
import type { Picture } from '../../components/scope/picture.ts';

export const picture: Picture = { Live: SchedulerPicture, styles: schedulerStyles };
