import type { Picture } from '../../components/scope/picture.ts';
import { StatePicture } from './StatePicture.tsx';

export const picture: Picture = { Live: StatePicture };
